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
    public var hooks: [Hook] { all.filter { !$0.isOver }.compactMap { $0.entry?.hook } }

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
        let entry = HookEntry(hook, .always, HookOptions(), ()) { [endings] _ in endings.raise() }
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

/// A point in the life of components that a driver announces, with a payload.
///
/// Moments of one name and payload are one moment, wherever they were declared. Declare them as static members; one without
/// a payload has the payload `Void`:
///
/// ```swift
/// extension Moment where Payload == Bool {
///     static var willAppear: Moment { Moment("willAppear") }
/// }
/// extension Moment where Payload == Void {
///     static var didLoad: Moment { Moment("didLoad") }
/// }
/// ```
public struct Moment<Payload>: Hashable, Sendable {
    /// The name, which distinguishes it from other moments with this payload.
    public let name: String

    /// Whether the name is a pattern, for hooks on all moments whose names fit.
    fileprivate(set) var isPattern = false

    /// Creates a moment.
    public init(_ name: String) { self.name = name }
}

extension Moment: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

extension Moment where Payload == AnyMoment {
    /// All moments whose names fit a pattern, in which `*` stands for any characters; the steps of lives are named `step`.
    public static func named(_ pattern: String) -> Moment {
        var moment = Moment(pattern)
        moment.isPattern = true
        return moment
    }
}

/// A moment as the advice of a pattern receives it.
public struct AnyMoment {
    /// The name of the moment.
    public let name: String

    /// The details of the moment; advice around it may proceed with others of the same type.
    public var payload: Any
}

/// A hook of a lifecycle, whose advice is used and released on the lifecycle's isolation alone.
private final class MomentHook {
    /// The part that ends from any thread, which its token retains, or this for an owner.
    weak let entry: HookEntry?
    let owner: ObjectIdentifier?

    /// The level of the hook for a component, if it concerns that.
    let level: (Any) -> PointcutLevel?

    private let kept: HookEntry?
    private let isOwnerGone: () -> Bool
    private let name: String
    private let pattern: NamePattern?

    /// A `MomentAdvice` of the moment's payload.
    private let advice: Any

    init<Component, Payload>(
        _ entry: HookEntry, _ advice: MomentAdvice<Payload>, _ moment: Moment<Payload>, _ type: Component.Type,
        by owner: AnyObject?
    ) {
        (self.entry, self.advice, name) = (entry, advice, moment.name)
        let pattern = moment.isPattern ? NamePattern(text: moment.name) : nil
        self.pattern = pattern
        self.owner = owner.map { ObjectIdentifier($0) }
        kept = owner == nil ? nil : entry
        isOwnerGone = owner == nil ? { false } : { [weak owner] in owner == nil }
        level = { component in
            guard component is Component else { return nil }
            if pattern != nil { return .pattern }
            return Swift.type(of: component) == type ? .type : .protocol
        }
    }

    var isOver: Bool { entry?.isOver ?? true || isOwnerGone() }

    /// The advice for a moment, if the hook concerns that.
    func advice<Payload>(for moment: Moment<Payload>) -> MomentAdvice<Payload>? {
        guard let pattern else { return name == moment.name ? advice as? MomentAdvice<Payload> : nil }
        guard pattern.matches(moment.name), let advice = advice as? MomentAdvice<AnyMoment> else { return nil }
        func any(_ payload: Payload) -> AnyMoment { AnyMoment(name: moment.name, payload: payload) }
        switch advice {
        case .before(let advice): return .before { try advice($0, any($1)) }
        case .after(let advice): return .after { try advice($0, any($1)) }
        case .around(let advice):
            return .around { component, payload, proceed in
                try advice(component, any(payload)) { try proceed($0.payload as? Payload ?? payload) }
            }
        }
    }
}

/// Advice on a moment of a component.
enum MomentAdvice<Payload> {
    case before((Any, Payload) throws -> Void)
    case after((Any, Payload) throws -> Void)
    case around((Any, Payload, (Payload) throws -> Void) throws -> Void)

    var kind: Hook.Kind {
        switch self {
        case .before: .before
        case .after: .after
        case .around: .around
        }
    }
}

/// The hooks on a moment of one type of components, outermost first.
private final class MomentChain<Payload> {
    private let steps: [(hook: MomentHook, advice: MomentAdvice<Payload>)]

    init(_ hooks: [MomentHook], at moment: Moment<Payload>, of component: Any) {
        steps = hooks.compactMap { hook -> (HookRank, MomentHook, MomentAdvice<Payload>)? in
            guard let entry = hook.entry, let advice = hook.advice(for: moment) else { return nil }
            return hook.level(component).map { (HookRank(entry, $0), hook, advice) }
        }.sorted { $0.0 < $1.0 }.map { ($1, $2) }
    }

    /// Runs a body inside the hooks from an index on, each of which is retained while it runs.
    func run(_ component: Any, _ payload: Payload, from start: Int = 0, _ body: (Payload) throws -> Void) throws {
        for index in start..<steps.count {
            guard let entry = steps[index].hook.entry, entry.starts else { continue }
            defer { withExtendedLifetime(entry) {} }
            switch steps[index].advice {
            case .before(let advice): try advice(component, payload)
            case .after(let advice):
                try run(component, payload, from: index + 1, body)
                return try advice(component, payload)
            case .around(let advice):
                return try advice(component, payload) { try run(component, $0, from: index + 1, body) }
            }
        }
        try body(payload)
    }
}

/// A flag that any thread raises.
private final class EndingFlag: Sendable {
    private let isRaised = Atomic(false)

    func raise() { isRaised.store(true, ordering: .releasing) }

    /// Lowers the flag, and answers whether it was raised.
    func take() -> Bool { isRaised.load(ordering: .relaxed) && isRaised.exchange(false, ordering: .acquiring) }
}
