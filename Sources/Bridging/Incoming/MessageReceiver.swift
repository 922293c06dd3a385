import SignalboxCore

/// Posts the messages of a stream in a center.
struct MessageReceiver<Message: Sendable>: EntryReceiver {
    let stream: StreamName
    let center: MessageCenter
    let versions: MessageVersions<Message>
    let options: BridgeOptions

    /// The sender whose entries were posted here already; `nil` if none were.
    let ownSender: String?

    func receive(_ stored: StoredEntry) async throws -> ReadingPosition.Result {
        let entry = stored.entry
        if entry.sender == ownSender { return .own }
        let message: Message
        do {
            message = try versions.message(of: entry, in: stream, options)
        } catch {
            return report(stored, error.reason)
        }
        let context = entry.traceparent.flatMap { TraceContext(traceparent: $0) }
        let report = await center.trace.span("receive \(stream)", continuing: context) {
            await center.publish(
                message, fileID: RemoteOrigin.received, line: max(0, entry.depth) + 1)
        }
        guard report.isAccepted else { throw BridgeError(.centerIsClosed, stream) }
        // A handler that could not deliver because the bridge stops has not handled the message. The next run receives it again.
        if Task.isCancelled, report.failed.contains(where: { ($0.error as? BridgeError)?.reason == .hasStopped }) {
            throw CancellationError()
        }
        guard !report.failed.isEmpty else { return .delivered }
        return self.report(stored, .failed(report.failed.map { String("\($0.error)".prefix(500)) }))
    }

    func report(_ gap: RemoteGap) {
        center.post(gap)
    }

    private func report(_ stored: StoredEntry, _ reason: RemoteDeadLetter.Reason) -> ReadingPosition.Result {
        let sender = String(stored.entry.sender.prefix(80))
        center.post(RemoteDeadLetter(stream: stream, position: stored.position, sender: sender, reason: reason))
        return .deadLetter
    }
}
