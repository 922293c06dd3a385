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
