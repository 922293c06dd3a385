import SignalboxCore

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
    let name: String

    /// Creates a moment with a name, which distinguishes it from other moments with this payload.
    public init(_ name: String) { self.name = name }
}

/// A moment whose driver waits for its hooks, which may be asynchronous.
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
    let name: String

    /// Creates a moment, which is another one than a ``Moment`` of this name.
    public init(_ name: String) { self.name = name }
}

/// A moment that is sent to a component.
struct SentMoment {
    let name: String
    let component: Any
    let location: SourceLocation
    let lifecycle: Lifecycle

    /// Begins an event of the trace, if that is on: the moment, or a hook on it.
    func begin(_ hook: HookEntry? = nil) -> Trace.Cause? {
        lifecycle.trace.begin(
            TraceEvent(
                hook == nil ? .moment : .hook, of: hook?.terms.what ?? "\(name) of \(type(of: component))",
                at: location, to: hook?.terms.location, in: lifecycle.name))
    }
}

/// A hook of a lifecycle.
struct MomentHook {
    /// The part that is ended from any thread: its token retains it, and this hook if it has an owner.
    private weak let entry: HookEntry?
    private let kept: HookEntry?

    let moment: String
    let advice: any MomentAdvice
    private let priority: Int
    private let type: ObjectIdentifier

    /// Whether it applies to a component.
    let applies: (Any) -> Bool

    init<Component>(_ entry: HookEntry, _ moment: String, _ type: Component.Type, _ advice: any MomentAdvice) {
        (self.entry, self.moment, self.advice) = (entry, moment, advice)
        kept = entry.terms.owner == nil ? nil : entry
        (priority, self.type, applies) = (entry.terms.priority, ObjectIdentifier(type), { $0 is Component })
    }

    /// Its entry, unless it has ended.
    var live: HookEntry? {
        guard let entry, !entry.isOver else { return nil }
        return entry
    }

    /// The position among the hooks of components of a type, from the outside in.
    func rank(for component: ObjectIdentifier) -> (Int, Int) { (-priority, type == component ? 1 : 0) }
}

/// The advice of one hook, or of all hooks of a moment, around what is inside of it.
///
/// It belongs to the isolation of its lifecycle, which alone runs and releases it.
protocol MomentAdvice: AnyObject {
    /// Creates advice that only proceeds.
    init()

    /// The advice of a hook around what is inside of it.
    func around(_ inner: Self, of hook: MomentHook) -> Self
}

/// Advice of a ``Moment``.
final class SynchronousAdvice<Payload>: MomentAdvice {
    let run: (SentMoment, Payload, (Payload) -> Void) -> Void

    init() { run = { _, payload, proceed in proceed(payload) } }

    init(_ run: @escaping (SentMoment, Payload, (Payload) -> Void) -> Void) { self.run = run }

    func around(_ inner: SynchronousAdvice, of hook: MomentHook) -> SynchronousAdvice {
        SynchronousAdvice { [run] sent, payload, body in
            guard let entry = sent.lifecycle.start(hook) else { return inner.run(sent, payload, body) }
            defer { withExtendedLifetime(entry) {} }
            func advised() { run(sent, payload) { inner.run(sent, $0, body) } }
            guard sent.lifecycle.trace.isOn else { return advised() }
            sent.lifecycle.trace.run(sent.begin(entry), advised)
        }
    }
}

/// Advice of an ``AwaitedMoment``.
final class AwaitedAdvice<Payload>: MomentAdvice {
    typealias Body = nonisolated(nonsending) (Payload) async -> Void

    let run: nonisolated(nonsending) (SentMoment, Payload, Body) async -> Void

    init() { run = { _, payload, proceed in await proceed(payload) } }

    init(_ run: nonisolated(nonsending) @escaping (SentMoment, Payload, Body) async -> Void) { self.run = run }

    func around(_ inner: AwaitedAdvice, of hook: MomentHook) -> AwaitedAdvice {
        AwaitedAdvice { [run] sent, payload, body in
            guard let entry = sent.lifecycle.start(hook) else { return await inner.run(sent, payload, body) }
            defer { withExtendedLifetime(entry) {} }
            await sent.lifecycle.trace.run(sent.begin(entry)) {
                let enclosing = HookEntry.enclosing + [ObjectIdentifier(entry)]
                await withTaskLocal(HookEntry.$enclosing, enclosing, isolation: #isolation) {
                    await run(sent, payload) { await inner.run(sent, $0, body) }
                }
            }
        }
    }
}
