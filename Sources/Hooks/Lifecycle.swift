import Dispatchers
import Synchronization

/// The moments that the driver of components announces, and the hooks on them.
///
/// A driver calls the lifecycle methods of components: a navigator, a container, a group of services. It calls them through
/// ``send(_:to:_:body:)``, and thereby every component can be hooked without a base class, a macro or a registration of its
/// own. A hook names a type or a protocol and concerns all its components, present and future:
///
/// ```swift
/// let lifecycle = Lifecycle()
/// let tracking = lifecycle.after(.willAppear, of: (any Screen).self) { screen, animated in
///     analytics.shown(screen, animated: animated)
/// }
/// lifecycle.send(.willAppear, to: screen, true) { animated in screen.willAppear(animated) }
/// ```
///
/// A lifecycle belongs to the isolation that made it, as do its hooks: made on the main actor, its hooks touch screens
/// without annotation, and the compiler rejects sending a moment from elsewhere.
///
/// Hooks run in this order: higher priority outside; then patterns outside protocols and superclasses, these outside the
/// component's own type; then the first registered outside. So `before` advice runs in that order and `after` advice in
/// reverse. The hooks of a moment are those registered when it is sent: one added meanwhile waits for the next, one
/// cancelled meanwhile does not start any more.
///
/// A registration may be cancelled from any thread and ends its hook at once; what the hook captured is released on the
/// isolation of the lifecycle, when that is next used or released.
public final class Lifecycle {
    private struct Key: Hashable {
        let moment: String
        let payload: ObjectIdentifier
        let component: ObjectIdentifier
    }

    private var all: [MomentHook] = []
    private var chains: [Key: AnyObject] = [:]
    private var sweepCount = 16

    /// Whether a hook has ended that was not removed yet.
    private let endings = EndingFlag()

    /// Creates a lifecycle without hooks.
    public init() {}

    /// The current hooks, first registered first.
    public var hooks: [Hook] { all.filter { !$0.isOver }.compactMap { $0.entry?.terms.hook } }

    /// Announces a moment: runs the body inside the hooks that concern the component.
    ///
    /// - Parameters:
    ///   - moment: What happens to the component.
    ///   - component: The component, whose dynamic type counts.
    ///   - payload: The details of the moment, for the hooks and the body.
    ///   - body: What the driver does with the component, with the payload that the innermost hook passed on.
    public func send<Component, Payload>(
        _ moment: Moment<Payload>, to component: Component, _ payload: Payload, body: (Payload) -> Void
    ) {
        if all.isEmpty { return body(payload) }
        // Nothing throws here: advice that may is on steps alone, and these are announced by `Life`.
        try? announce(moment, to: component, payload, body: body)
    }

    /// Announces a moment that has no payload: runs the body inside the hooks that concern the component.
    public func send<Component>(_ moment: Moment<Void>, to component: Component, body: () -> Void) {
        send(moment, to: component, ()) { body() }
    }

    /// Ends all hooks of an owner.
    public func cancel(by owner: AnyObject) {
        for hook in all where hook.owner == ObjectIdentifier(owner) { hook.entry?.end() }
        removeEnded()
    }

    /// Announces a moment whose hooks and body may throw.
    func announce<Payload>(
        _ moment: Moment<Payload>, to component: Any, _ payload: Payload, body: (Payload) throws -> Void
    ) throws {
        removeEnded()
        defer { removeEnded() }
        try chain(for: moment, of: component).run(component, payload, body)
    }

    /// Adds a hook, which ends with its owner if it has one.
    func add<Component, Payload>(
        _ advice: MomentAdvice<Payload>, _ moment: Moment<Payload>, _ type: Component.Type, _ priority: Int,
        _ location: SourceLocation, by owner: AnyObject? = nil
    ) -> HookEntry {
        if all.count >= sweepCount { endings.raise() }
        removeEnded()
        let subject = "\(moment) of \(type)"
        let hook = Hook(kind: advice.kind, subject: subject, priority: priority, location: location)
        let entry = HookEntry(HookTerms(hook, .always), ()) { [endings] _ in endings.raise() }
        all.append(MomentHook(entry, advice, moment, type, by: owner))
        chains = [:]
        return entry
    }

    /// Advice that gets its owner, and does nothing without it.
    func owned<Owner: AnyObject, Component, Payload>(
        by owner: Owner, _ advice: @escaping (Owner, Component, Payload) -> Void
    ) -> (Component, Payload) -> Void {
        { [weak owner, endings] component, payload in
            if let owner { advice(owner, component, payload) } else { endings.raise() }
        }
    }

    /// The hooks that concern components of this one's type, found once for each type.
    private func chain<Payload>(for moment: Moment<Payload>, of component: Any) -> MomentChain<Payload> {
        let (payload, type) = (ObjectIdentifier(Payload.self), ObjectIdentifier(type(of: component)))
        let key = Key(moment: moment.name, payload: payload, component: type)
        if let chain = chains[key] as? MomentChain<Payload> { return chain }
        let chain = MomentChain(all, at: moment, of: component)
        chains[key] = chain
        return chain
    }

    /// Removes hooks that have ended.
    ///
    /// What they captured may use this lifecycle while it is released.
    private func removeEnded() {
        guard endings.take() else { return }
        let old = (all, chains)
        all = all.filter { !$0.isOver }
        chains = [:]
        sweepCount = max(16, all.count * 2)
        withExtendedLifetime(old) {}
    }
}

@available(*, unavailable)
extension Lifecycle: Sendable {}

/// A flag that any thread raises.
private final class EndingFlag: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .releasing) }

    /// Lowers the flag, and answers whether it was raised.
    func take() -> Bool { isRaised.load(ordering: .relaxed) && isRaised.exchange(false, ordering: .acquiring) }
}
