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
