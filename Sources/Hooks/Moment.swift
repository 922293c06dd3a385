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
struct MomentHook {
    /// The part that ends from any thread, which its token retains, or this for an owner.
    weak let entry: HookEntry?
    private let kept: HookEntry?

    private let name: String
    private let pattern: NamePattern?
    private let isAwaited: Bool

    /// The level of the hook for a component, if it concerns that.
    private let level: (Any) -> PointcutLevel?

    /// A `MomentAdvice` of the moment's payload.
    private let advice: Any

    init<Component, Payload>(
        _ entry: HookEntry, _ advice: MomentAdvice<Payload>, _ moment: Moment<Payload>, _ type: Component.Type
    ) {
        (self.entry, self.advice, name, isAwaited) = (entry, advice, moment.name, moment.isAwaited)
        kept = entry.terms.owner == nil ? nil : entry
        let pattern = moment.isPattern ? NamePattern(text: moment.name) : nil
        self.pattern = pattern
        level = { component in
            guard component is Component else { return nil }
            if pattern != nil { return .pattern }
            return Swift.type(of: component) == type ? .type : .protocol
        }
    }

    var isOver: Bool { entry?.isOver ?? true }

    /// The hook as calls run it, if it concerns a moment of a component.
    func chained<Payload>(for moment: Moment<Payload>, of component: Any) -> ChainedHook<Any, Payload, Void>? {
        guard let entry, isAwaited == moment.isAwaited, let level = level(component) else { return nil }
        return advice(for: moment).map { ChainedHook(entry: entry, level: level, advice: $0) }
    }

    private func advice<Payload>(for moment: Moment<Payload>) -> MomentAdvice<Payload>? {
        guard let pattern else { return name == moment.name ? advice as? MomentAdvice<Payload> : nil }
        guard pattern.matches(moment.name), let advice = advice as? MomentAdvice<AnyMoment> else { return nil }
        return MomentAdvice(sync: { component, payload, proceed in
            try advice.sync(&component, AnyMoment(name: moment.name, payload: payload)) {
                try proceed(&$0, $1.payload as? Payload ?? payload)
            }
        })
    }
}

extension HookAdvice {
    /// The same advice, of which each run is an event of a trace.
    func recorded(as subject: Trace.Subject, in trace: Trace) -> Self {
        let (sync, async) = (sync, async)
        return Self(
            sync: { target, arguments, proceed in
                try trace.record(subject) { () throws in try sync(&target, arguments, proceed) }
            },
            async: { target, arguments, proceed in
                try await trace.record(subject) { try await async(target, arguments, proceed) }
            })
    }
}
