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
