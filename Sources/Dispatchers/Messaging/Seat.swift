/// An observer's place among those whom a type of message reaches, and what to call there.
final class Seat<Message: Sendable>: AnySeat {
    /// Handles a message that comes from somewhere.
    typealias Handler = @Sendable (Message, Origin) throws -> Reception

    let observer: Observer
    let receive: Handler

    init(_ observer: Observer, receive: @escaping Handler) {
        self.observer = observer
        self.receive = receive
    }

    func seat<Other: Sendable>(for type: Other.Type) -> Seat<Other> {
        self as? Seat<Other>
            ?? Seat<Other>(observer) { [receive] message, origin in
                guard let message = message as? Message else { return .missed }
                return try receive(message, origin)
            }
    }
}

/// A seat for messages of some type.
protocol AnySeat: AnyObject, Sendable {
    var observer: Observer { get }

    /// The same observer's seat for messages of another type, which are of this one as well.
    func seat<Other: Sendable>(for type: Other.Type) -> Seat<Other>
}

/// What became of a message at one observer.
enum Reception {
    case received
    case missed
    case orphaned
}
