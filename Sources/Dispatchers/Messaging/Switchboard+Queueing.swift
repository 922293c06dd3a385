import Synchronization

extension Switchboard {
    /// The seat of an observer whose messages wait for one task, which ends with it.
    func makeSeat<Message: Sendable>(
        _ buffer: MessageBuffer<Message>,
        about subject: (any AnyObject & Sendable)?,
        priority: Int,
        at location: SourceLocation,
        owner: (any AnyObject & Sendable)? = nil,
        _ handle: @escaping @Sendable (Message) async throws -> Void
    ) -> Seat {
        let inbox = Inbox(buffer, isServed: true, at: location)
        let seat = QueueSeat(
            of: Message.self, at: location, inbox: inbox, about: subject, owner: owner, priority: priority)
        // Detached, since it outlives the one who observes: it must not carry his priority and task-local values.
        Task.detached { [self, weak seat] in
            while let entry = await inbox.next() {
                if let seat, seat.isActive, let message = entry.parcel.message as? Message {
                    await serve(entry, of: seat) { try await handle(message) }
                } else {
                    entry.end(.skipped)
                }
                inbox.didHandle()
            }
        }
        return seat
    }

    private func serve(
        _ entry: MessageQueue.Entry, of seat: Seat, _ handle: @escaping @Sendable () async throws -> Void
    ) async {
        let parcel = entry.parcel
        let handling = Handling(of: seat, inside: entry.handling)
        let result: Handled
        do {
            try await Handling.$current.withValue(handling) {
                try await Self.$isReporting.withValue(parcel.origin.isReport) {
                    guard trace.isOn else { return try await handle() }
                    let (type, location) = (parcel.origin.type, parcel.origin.location)
                    let subject = Trace.Subject(.delivery, of: type, at: location, to: seat.location)
                    try await trace.record(subject, because: parcel.cause) { try await handle() }
                }
            }
            result = handling.isConsumed ? .consumed : .done
        } catch {
            if entry.whenHandled.isEmpty {
                report(error, of: seat, for: parcel.message, from: parcel.origin.location)
            }
            result = .failed(error)
        }
        entry.end(result)
    }
}

/// What an asynchronous handler is called for, known to all that it calls.
final class Handling: Sendable {
    @TaskLocal static var current: Handling?

    private let seat: Seat
    private let outer: Handling?
    private let consumed = Atomic(false)

    /// - Parameters:
    ///   - seat: Whose handler it is.
    ///   - outer: What waits for it: a message that was published by another handler.
    init(of seat: Seat, inside outer: Handling?) {
        self.seat = seat
        self.outer = outer
    }

    /// Whether nobody after it is to have the message.
    var isConsumed: Bool { consumed.load(ordering: .acquiring) }

    func consume() { consumed.store(true, ordering: .releasing) }

    /// Whether the handler of a seat waits for what is called here: waiting for it would never end.
    func isInside(_ other: ObjectIdentifier) -> Bool {
        ObjectIdentifier(seat) == other || outer?.isInside(other) ?? false
    }
}
