/// A lifecycle event of a component, such as `willAppear`, with a payload.
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

/// A lifecycle event whose advice may be asynchronous; `send` awaits it.
///
/// Declare and hook it like a ``Moment``, and await sending it:
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

    /// Creates a moment, which is distinct from a ``Moment`` with the same name.
    public init(_ name: String) { self.name = name }
}

/// The name and the type of a moment.
struct MomentKey: Hashable {
    let name: String
    let type: ObjectIdentifier

    init<Payload>(_ moment: Moment<Payload>) {
        name = moment.name
        type = ObjectIdentifier(Moment<Payload>.self)
    }

    init<Payload>(_ moment: AwaitedMoment<Payload>) {
        name = moment.name
        type = ObjectIdentifier(AwaitedMoment<Payload>.self)
    }
}
