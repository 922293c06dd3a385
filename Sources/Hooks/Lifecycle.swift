public import Dispatchers
import Synchronization

/// The moments that the driver of components announces, and the hooks on them.
///
/// A driver calls the lifecycle methods of components: a navigator, a container, a group of services. It calls them through
/// `send`, and thereby every component can be hooked without a base class, a macro or a registration of its
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
/// A moment that takes time is an ``AwaitedMoment``: its driver waits for asynchronous advice, in the same order.
///
/// A registration may be cancelled from any thread and ends its hook at once; what the hook captured is released on the
/// isolation of the lifecycle, when that is next used or released.
public final class Lifecycle {
    private struct Key: Hashable {
        let moment: String
        let payload: ObjectIdentifier
        let component: ObjectIdentifier
        let isAwaited: Bool
    }

    let name: String?
    let trace: Trace

    private var all: [MomentHook] = []
    private var chains: [Key: AnyObject] = [:]
    private var sweepCount = 16

    /// Whether a hook has ended that was not removed yet.
    let endings = EndingFlag()

    /// Creates a lifecycle without hooks.
    ///
    /// - Parameters:
    ///   - name: What the trace calls it.
    ///   - trace: What records moments and the hooks on them.
    public init(name: String? = nil, trace: Trace = .shared) { (self.name, self.trace) = (name, trace) }

    /// The current hooks, first registered first.
    public var hooks: [ObservationInfo] { all.filter { !$0.isOver }.compactMap { $0.entry?.info } }

    /// Announces a moment: runs the body inside the hooks that concern the component.
    ///
    /// - Parameters:
    ///   - moment: What happens to the component.
    ///   - component: The component, whose dynamic type counts.
    ///   - payload: The details of the moment, for the hooks and the body.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: What the driver does with the component, with the payload that the innermost hook passed on.
    public func send<Component, Payload>(
        _ moment: Moment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) -> Void
    ) {
        if all.isEmpty, !trace.isOn { return body(payload) }
        let location = SourceLocation(fileID: fileID, line: line)
        unfailing { try announce(moment, to: component, payload, at: location, body: body) }
    }

    /// Announces a moment that has no payload: runs the body inside the hooks that concern the component.
    public func send<Component>(
        _ moment: Moment<Void>, to component: Component, fileID: StaticString = #fileID, line: Int = #line,
        body: () -> Void
    ) {
        send(moment, to: component, (), fileID: fileID, line: line) { body() }
    }

    /// Announces a moment and waits until all advice has run, asynchronous advice included.
    ///
    /// Advice runs one after the other, in the order of all hooks, on the caller's actor.
    public nonisolated(nonsending) func send<Component, Payload>(
        _ moment: AwaitedMoment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) async -> Void
    ) async {
        removeEnded()
        defer { removeEnded() }
        let chain = chain(for: moment.moment, of: component)
        let record = MomentRecord(in: self, at: SourceLocation(fileID: fileID, line: line))
        do {
            try await trace.run(record?.begin(moment.moment, component)) {
                try await run(awaiting: chain.first, component, payload, record, body)
            }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Announces a moment that has no payload, and waits until all advice has run, asynchronous advice included.
    public nonisolated(nonsending) func send<Component>(
        _ moment: AwaitedMoment<Void>, to component: Component, fileID: StaticString = #fileID, line: Int = #line,
        body: () async -> Void
    ) async {
        await send(moment, to: component, (), fileID: fileID, line: line) { await body() }
    }

    /// Ends all hooks of an owner.
    public func cancel(by owner: AnyObject) {
        for hook in all where hook.owner == ObjectIdentifier(owner) { hook.entry?.end() }
        removeEnded()
    }

    /// Announces a moment whose hooks and body may throw.
    func announce<Payload>(
        _ moment: Moment<Payload>, to component: Any, _ payload: Payload, at location: SourceLocation,
        body: (Payload) throws -> Void
    ) throws {
        removeEnded()
        defer { removeEnded() }
        let chain = chain(for: moment, of: component)
        guard let record = MomentRecord(in: self, at: location) else {
            return try run(chain.first, component, payload, nil, body)
        }
        try trace.run(record.begin(moment, component)) { () throws in
            try run(chain.first, component, payload, record, body)
        }
    }

    /// Adds a hook.
    func add<Component, Payload>(
        _ advice: MomentAdvice<Payload>, _ moment: Moment<Payload>, _ type: Component.Type, _ terms: HookTerms,
        by owner: AnyObject? = nil
    ) -> HookEntry {
        if all.count >= sweepCount { endings.raise() }
        removeEnded()
        let entry = HookEntry(terms, ()) { [endings] _ in endings.raise() }
        all.append(MomentHook(entry, advice, moment, type, by: owner))
        chains = [:]
        return entry
    }

    /// The hooks that concern components of this one's type, found once for each type.
    private func chain<Payload>(for moment: Moment<Payload>, of component: Any) -> MomentChain<Payload> {
        let (payload, type) = (ObjectIdentifier(Payload.self), ObjectIdentifier(type(of: component)))
        let key = Key(moment: moment.name, payload: payload, component: type, isAwaited: moment.isAwaited)
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
final class EndingFlag: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .releasing) }

    /// Lowers the flag, and returns whether it was raised.
    func take() -> Bool { isRaised.load(ordering: .relaxed) && isRaised.exchange(false, ordering: .acquiring) }
}
