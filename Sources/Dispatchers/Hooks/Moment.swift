/// A point in the life of components that a driver announces, with what it tells about it.
///
/// Moments of one name and payload are one moment, wherever they were declared. Declare them as static members, so that
/// calls read well; one without a payload has the payload `Void`:
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
    /// What distinguishes it from other moments with this payload.
    public let name: String

    /// Creates a moment.
    public init(_ name: String) {
        self.name = name
    }
}

extension Moment: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}

/// A moment with its type forgotten, to sort hooks by.
struct MomentTopic: Hashable, Sendable {
    let name: String
    private let payload: ObjectIdentifier

    init<Payload>(_ moment: Moment<Payload>) {
        name = moment.name
        payload = ObjectIdentifier(Payload.self)
    }
}
