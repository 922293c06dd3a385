/// A message that was not handled as it should have been.
public struct DeliveryFailure: Error, CustomStringConvertible {
    /// What was posted.
    public let message: any Sendable

    /// What the handler threw, or the `PostCycle` for which the post was refused.
    public let error: any Error

    /// Where the handler that threw was registered; `nil` when the post was refused and no handler called.
    public let observedAt: SourceLocation?

    /// Where the message was posted.
    public let postedAt: SourceLocation

    /// One line for a developer.
    public var description: String {
        let what = "the \(type(of: message)) posted at \(postedAt)"
        guard let observedAt else { return "refused \(what): \(error)" }
        return "the handler registered at \(observedAt) failed on \(what): \(error)"
    }
}

/// A message that nobody received.
///
/// Nobody observed it when it was accepted, or all who did had ended or died when it reached them. A sequence and an
/// asynchronous observer have received a message once it is in their queue. A message that a full queue dropped is reported
/// as a `MessageOverflow` and is no dead letter. One that is retained is none until it is retained no more.
public struct DeadLetter: Sendable, CustomStringConvertible {
    /// What was posted.
    public let message: any Sendable

    /// Where it was posted.
    public let postedAt: SourceLocation

    /// One line for a developer.
    public var description: String { "nobody received the \(type(of: message)) posted at \(postedAt)" }
}

/// What became of a message that was published.
public struct DeliveryReport: Sendable {
    /// Whether the message was accepted: not after the center was closed, and not when too many messages led to it.
    public let isAccepted: Bool

    /// How many observers have handled it, or have it in their sequence's buffer.
    public internal(set) var delivered = 0

    /// The handlers that threw.
    public internal(set) var failed: [DeliveryFailure] = []

    /// How many observers do not get it, since their queue was full.
    public internal(set) var dropped = 0

    /// Whether a handler kept it from those after it.
    public internal(set) var isConsumed = false

    /// Whether nobody received it.
    public var isUndelivered: Bool { delivered == 0 && failed.isEmpty }
}

/// The reason why a message was not received: it found a queue full, or made room for a newer one.
///
/// The first message that a queue drops is reported, then the second, the fourth, the eighth and so on.
public struct MessageOverflow: Error, Hashable, CustomStringConvertible {
    /// How many messages the queue has dropped by now.
    public let count: Int

    /// One line for a developer.
    public var description: String { "the queue was full, and has dropped \(count) by now" }
}

/// The reason why a post was refused: more messages led to it, each posted by a handler of the one before, than the
/// center's cycle limit allows.
public struct PostCycle: Error, Hashable, CustomStringConvertible {
    /// One message of the chain.
    public struct Link: Sendable, Hashable {
        /// The name of the message's type.
        public let message: String

        /// Where it was posted.
        public let location: SourceLocation
    }

    /// The messages from the outermost one to the refused one.
    public let chain: [Link]

    /// One line for a developer, with the end of the chain.
    public var description: String {
        let end = chain.suffix(5).map { "\($0.message) (\($0.location))" }.joined(separator: " → ")
        return "\(chain.count - 1) messages led to one another: \(chain.count > 5 ? "… → " : "")\(end)"
    }
}

extension Switchboard {
    /// Tells the error handler of a handler that threw.
    func report(_ error: any Error, of seat: Seat, for message: any Sendable, from location: SourceLocation) {
        withoutConsuming {
            onError(DeliveryFailure(message: message, error: error, observedAt: seat.location, postedAt: location))
        }
    }

    /// Runs code that is no handler of the message that is being delivered: in it, `consume()` does nothing.
    func withoutConsuming<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let turn = Turn.current(of: top, on: readers.currentThread) else { return try body() }
        let isConsumed = turn.pointee.isConsumed
        defer { turn.pointee.isConsumed = isConsumed }
        return try body()
    }

    /// Tells the error handler of a message that found no room: of the first, the second, the fourth, and so on.
    func reportDrop(_ parcel: Parcel, number: Int, observedAt location: SourceLocation?) {
        guard number & (number - 1) == 0, !parcel.origin.isReport, !Self.isReporting else { return }
        let error = MessageOverflow(count: number)
        whileReporting(parcel.origin) {
            onError(
                DeliveryFailure(
                    message: parcel.message, error: error, observedAt: location, postedAt: parcel.origin.location))
        }
    }

    /// The same, unless dropping is what was asked for.
    func reportDrop(_ parcel: Parcel, number: Int, from inbox: Inbox) {
        if !inbox.isLossy { reportDrop(parcel, number: number, observedAt: inbox.location) }
    }

    /// The same for a message that made room for a newer one, unless its publisher's report has it.
    func reportDrop(of entry: MessageQueue.Entry, number: Int, from inbox: Inbox) {
        if !entry.isAwaited { reportDrop(entry.parcel, number: number, from: inbox) }
    }

    /// Drops a post that too many others led to.
    func refuse(_ message: any Sendable, from origin: OldOrigin) {
        guard !origin.isReport, !Self.isReporting else { return }
        let links = origin.chain.map { PostCycle.Link(message: "\($0.type)", location: $0.location) }
        let cycle = PostCycle(chain: links)
        whileReporting(origin) {
            onError(DeliveryFailure(message: message, error: cycle, observedAt: nil, postedAt: origin.location))
        }
    }

    /// Tells the dead-letter handler that nobody received a message, unless it stems from such a report.
    func reportDeadLetter(_ message: any Sendable, from origin: OldOrigin) {
        guard let onDeadLetter, !origin.isReport, !Self.isReporting else { return }
        whileReporting(origin) { onDeadLetter(DeadLetter(message: message, postedAt: origin.location)) }
    }

    private func whileReporting(_ origin: OldOrigin, _ body: () -> Void) {
        joinTurn(on: nil) { turn in
            let outerOrigin = turn.pointee.origin
            turn.pointee.origin = origin.reported
            withoutConsuming(body)
            turn.pointee.origin = outerOrigin
        }
    }
}
