import Dispatchers

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
    private(set) var isPattern = false

    /// Whether its sender waits for advice.
    fileprivate(set) var isAwaited = false

    /// Creates a moment.
    public init(_ name: String) { self.name = name }
}

extension Moment: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

extension Moment where Payload == AnyMoment {
    /// All moments whose names fit a pattern, but for awaited ones, in which `*` stands for any characters; the steps of lives are named `step`.
    public static func named(_ pattern: String) -> Moment {
        var moment = Moment(pattern)
        moment.isPattern = true
        return moment
    }
}

/// A moment whose driver waits for what its hooks do, also if that is asynchronous.
///
/// Declare and hook it as a ``Moment``; a driver awaits sending it:
///
/// ```swift
/// extension AwaitedMoment where Payload == Void {
///     static var willStop: AwaitedMoment { AwaitedMoment("willStop") }
/// }
/// let saving = lifecycle.before(.willStop, of: (any Service).self) { service, _ in await service.save() }
/// await lifecycle.send(.willStop, to: service) { await service.stop() }
/// ```
public struct AwaitedMoment<Payload>: Hashable, Sendable {
    private(set) var moment: Moment<Payload>

    /// Creates a moment, which is another one than a ``Moment`` of this name.
    public init(_ name: String) {
        moment = Moment(name)
        moment.isAwaited = true
    }
}

/// A moment as the advice of a pattern receives it.
public struct AnyMoment {
    /// The name of the moment.
    public let name: String

    /// The details of the moment; advice around it may proceed with others of the same type.
    public var payload: Any
}

/// Advice on moments of components whose type is not known, which is used and released on the lifecycle's isolation alone.
typealias MomentAdvice<Payload> = HookAdvice<Any, Payload, Void>

/// A hook of a lifecycle.
final class MomentHook {
    /// The part that ends from any thread, which its token retains, or this for an owner.
    weak let entry: HookEntry?
    let owner: ObjectIdentifier?

    /// The level of the hook for a component, if it concerns that.
    let level: (Any) -> PointcutLevel?

    private let kept: HookEntry?
    private let isOwnerGone: () -> Bool
    private let name: String
    private let pattern: NamePattern?
    private let isAwaited: Bool

    /// A `MomentAdvice` of the moment's payload.
    private let advice: Any

    init<Component, Payload>(
        _ entry: HookEntry, _ advice: MomentAdvice<Payload>, _ moment: Moment<Payload>, _ type: Component.Type,
        by owner: AnyObject?
    ) {
        (self.entry, self.advice, name, isAwaited) = (entry, advice, moment.name, moment.isAwaited)
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
        guard isAwaited == moment.isAwaited else { return nil }
        guard let pattern else { return name == moment.name ? advice as? MomentAdvice<Payload> : nil }
        guard pattern.matches(moment.name), let advice = advice as? MomentAdvice<AnyMoment> else { return nil }
        return MomentAdvice(sync: { component, payload, proceed in
            try advice.sync(component, AnyMoment(name: moment.name, payload: payload)) {
                try proceed($0, $1.payload as? Payload ?? payload)
            }
        })
    }
}

/// The hooks on a moment of components of one type.
final class MomentChain<Payload> {
    let first: MomentStep<Payload>?

    init(_ hooks: [MomentHook], at moment: Moment<Payload>, of component: Any) {
        let concerned = hooks.compactMap { hook -> (HookRank, MomentAdvice<Payload>)? in
            guard let entry = hook.entry, let advice = hook.advice(for: moment) else { return nil }
            return hook.level(component).map { (HookRank(entry, $0), advice) }
        }
        first = concerned.sorted { $0.0 > $1.0 }.reduce(nil) { MomentStep($1.0.entry, $1.1, before: $0) }
    }
}

/// One hook on a moment, and the rest of the chain, from the outside in.
final class MomentStep<Payload> {
    fileprivate weak let entry: HookEntry?
    fileprivate let advice: MomentAdvice<Payload>
    fileprivate let next: MomentStep?

    init(_ entry: HookEntry, _ advice: MomentAdvice<Payload>, before next: MomentStep?) {
        (self.entry, self.advice, self.next) = (entry, advice, next)
    }
}

/// What records a moment that is announced, and the hooks on it.
struct MomentRecord {
    private let trace: Trace
    private let scope: String?
    private let location: SourceLocation

    /// `nil` while the trace is off.
    init?(in lifecycle: Lifecycle, at location: SourceLocation) {
        guard lifecycle.trace.isOn else { return nil }
        (trace, scope, self.location) = (lifecycle.trace, lifecycle.name, location)
    }

    func begin<Payload>(_ moment: Moment<Payload>, _ component: Any) -> Trace.Cause? {
        trace.begin(
            Trace.Subject(.moment, of: "\(moment) of \(Swift.type(of: component))", at: location, in: scope))
    }

    func run(_ entry: HookEntry, _ body: () throws -> Void) throws {
        try trace.record(subject(of: entry)) { () throws in try body() }
    }

    nonisolated(nonsending) func run(
        _ entry: HookEntry, awaiting body: nonisolated(nonsending) () async throws -> Void
    ) async throws {
        try await trace.record(subject(of: entry), body)
    }

    private func subject(of entry: HookEntry) -> Trace.Subject {
        Trace.Subject(.hook, of: entry.terms.what, at: location, to: entry.terms.location, in: scope)
    }
}

/// Runs a body inside the hooks from a step on, each of which is retained while it runs.
func run<Payload>(
    _ first: MomentStep<Payload>?, _ component: Any, _ payload: Payload, _ record: MomentRecord?,
    _ body: (Payload) throws -> Void
) throws {
    guard let first else { return try body(payload) }
    guard let entry = first.entry, entry.starts else { return try run(first.next, component, payload, record, body) }
    defer { withExtendedLifetime(entry) {} }
    guard let record else {
        return try first.advice.sync(component, payload) { try run(first.next, $0, $1, nil, body) }
    }
    try record.run(entry) {
        try first.advice.sync(component, payload) { try run(first.next, $0, $1, record, body) }
    }
}

/// Does the same, and awaits advice and body.
nonisolated(nonsending) func run<Payload>(
    awaiting first: MomentStep<Payload>?, _ component: Any, _ payload: Payload, _ record: MomentRecord?,
    _ body: (Payload) async throws -> Void
) async throws {
    guard let first else { return try await body(payload) }
    guard let entry = first.entry, entry.starts else {
        return try await run(awaiting: first.next, component, payload, record, body)
    }
    defer { withExtendedLifetime(entry) {} }
    try await EnclosingHooks.run([ObjectIdentifier(entry)]) {
        guard let record else {
            return try await first.advice.async(component, payload) {
                try await run(awaiting: first.next, component, $0, nil, body)
            }
        }
        try await record.run(entry) {
            try await first.advice.async(component, payload) {
                try await run(awaiting: first.next, component, $0, record, body)
            }
        }
    }
}
