import SignalboxCore

/// Posts the messages of a stream in a center, each once.
final class MessageReceiver<Message: Sendable>: EntryReceiver {
    private let stream: StreamName
    private let center: MessageCenter
    private let versions: MessageVersions<Message>
    private let options: BridgeOptions

    /// The sender whose entries are skipped; `nil` for a group, which receives all.
    private let ownSender: String?

    /// Returns the number of observers by which the bridge itself observes the messages that it sends.
    private let ownObserverCount: @Sendable () -> Int

    /// The declaration of the stream, from which its messages come.
    private let place: SourceLocation

    private let numbers = Protected(SenderNumbers())

    init(
        _ stream: StreamName, _ center: MessageCenter, _ versions: MessageVersions<Message>, _ options: BridgeOptions,
        ownSender: String?, ownObserverCount: @escaping @Sendable () -> Int, at place: SourceLocation = SourceLocation()
    ) {
        self.stream = stream
        self.center = center
        self.versions = versions
        self.options = options
        self.ownSender = ownSender
        self.ownObserverCount = ownObserverCount
        self.place = place
    }

    func receive(_ stored: StoredEntry) async throws -> ReadingPosition.Result {
        let entry = stored.entry
        if entry.sender == ownSender { return .own }
        if numbers.withLock({ $0.hasReceived(entry) }) { return .double }
        let result = try await post(stored)
        // After the handlers: an entry that was interrupted is received again.
        numbers.withLock { $0.receive(entry) }
        return result
    }

    /// Posts the message of an entry, and waits until its subscribers have handled it.
    private func post(_ stored: StoredEntry) async throws -> ReadingPosition.Result {
        let entry = stored.entry
        let message: Message
        do {
            message = try versions.message(of: entry, in: stream, options)
        } catch {
            return report(stored, error.reason, limit: error.limit)
        }
        let context = entry.traceparent.flatMap { TraceContext(traceparent: $0) }
        let report = await center.trace.span("receive \(stream) from \(entry.sender.prefix(80))", continuing: context) {
            await center.publish(message, at: RemoteOrigin.location(ofReceived: entry, at: place))
        }
        guard report.isAccepted else { throw BridgeError(.closed, stream) }
        if Task.isCancelled, wasInterrupted(report) { throw CancellationError() }
        guard let reason = reason(of: report) else { return .delivered }
        return self.report(stored, reason)
    }

    /// Returns a Boolean value that indicates whether the end of the bridge kept a handler from its work.
    ///
    /// Such a message is received again by the next run.
    private func wasInterrupted(_ report: DeliveryReport) -> Bool {
        report.dropped > 0 || report.failed.contains { ($0.error as? BridgeError)?.reason == .stopped }
    }

    /// Returns the reason why a message was not handled by all; `nil` if it was.
    private func reason(of report: DeliveryReport) -> RemoteDeadLetter.Reason? {
        if !report.failed.isEmpty { return .failed(report.failed.map { String("\($0.error)".prefix(500)) }) }
        if report.dropped > 0 { return .dropped(report.dropped) }
        let isForGroup = ownSender == nil
        return isForGroup && report.delivered <= ownObserverCount() ? .unobserved : nil
    }

    func report(_ gap: RemoteGap) {
        center.post(gap, at: place)
    }

    func report(_ error: BridgeError) {
        center.report(error, of: Message.self, from: place)
    }

    private func report(
        _ stored: StoredEntry, _ reason: RemoteDeadLetter.Reason, limit: Int? = nil
    ) -> ReadingPosition.Result {
        center.post(RemoteDeadLetter(stored, of: stream, reason, limit: limit), at: place)
        return .deadLetter
    }
}

/// The numbers of the last entries that were received of the latest senders.
///
/// By them, a reader skips a message that the log has appended twice, because its engine remembers entries for some time only. Values of
/// a state are not skipped: the last entry counts, also if it is a double.
struct SenderNumbers: Sendable {
    /// The number of senders of a generation.
    ///
    /// Two generations are kept, so old senders are forgotten without a search.
    static let generationSize = 512

    /// The largest size of a sender's name in bytes that is remembered.
    ///
    /// A bridge has shorter ones.
    private static let nameLimit = 128

    private var recent: [String: UInt64] = [:]
    private var older: [String: UInt64] = [:]

    /// Returns a Boolean value that indicates whether an entry, or one that its sender appended later, was received before.
    func hasReceived(_ entry: LogEntry) -> Bool {
        guard let last = recent[entry.sender] ?? older[entry.sender] else { return false }
        return entry.number <= last
    }

    /// Remembers an entry, unless its number is random.
    mutating func receive(_ entry: LogEntry) {
        guard !entry.hasRandomNumber, entry.sender.utf8.count <= Self.nameLimit else { return }
        recent[entry.sender] = entry.number
        if recent.count > Self.generationSize {
            older = recent
            recent = [:]
        }
    }
}
