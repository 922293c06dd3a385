/// All whom a type of message reaches, in the order in which they are called: a snapshot.
final class Roster<Message: Sendable>: Sendable {
    private let seats: [Seat<Message>]
    private let keys: [Audience.Seats.Key]

    init(_ entries: [Audience.Seats.Entry]) {
        seats = entries.map { $0.element.seat(for: Message.self) }
        keys = entries.map(\.key)
    }

    var count: Int { keys.count }

    /// Calls those who are here, one after the other.
    ///
    /// - Parameters:
    ///   - message: What to hand over.
    ///   - origin: Where it comes from.
    ///   - center: Told of handlers that throw and of dead owners.
    ///   - isHere: Whether the observer may be called, because its actor is current or it has none.
    /// - Returns: Whether anybody received it.
    func call(
        _ message: Message, from origin: Origin, in center: MessageCenter, where isHere: (Observer) -> Bool
    ) -> Bool {
        var isReceived = false
        var orphans: [Audience.Seats.Key] = []
        // By index, since in an unoptimised build an array's iterator allocates.
        for index in 0..<count {
            let seat = seats[index]
            guard isHere(seat.observer), seat.observer.isActive else { continue }
            do {
                switch try seat.receive(message, origin) {
                case .received: isReceived = true
                case .missed: break
                case .orphaned: orphans.append(keys[index])
                }
            } catch {
                isReceived = true
                center.report(error, of: seat.observer, for: message, from: origin.location)
            }
        }
        if !orphans.isEmpty { center.end { $0.removeAll(orphans) } }
        return isReceived
    }
}
