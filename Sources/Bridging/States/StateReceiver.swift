import SignalboxCore

/// Sets a state to the values of a stream.
struct StateReceiver<Value: Codable & Sendable>: EntryReceiver {
    let stream: StreamName
    let key: StateKey<Value>
    let states: ObserverCenter
    let center: MessageCenter
    let versions: MessageVersions<Value>
    let options: BridgeOptions
    let ownSender: String
    let lane: OutgoingLane
    let machine: SharedState

    func receive(_ stored: StoredEntry) async throws -> ReadingPosition.Result {
        let entry = stored.entry
        let isOwn = entry.sender == ownSender
        let isTaken = machine.withLock { isOwn ? $0.takesOwn(entry.number) : $0.takesOther() }
        guard isTaken else { return .own }
        let value: Value
        do {
            value = try versions.message(of: entry, in: stream, options)
        } catch {
            let sender = String(entry.sender.prefix(80))
            center.post(
                RemoteDeadLetter(stream: stream, position: stored.position, sender: sender, reason: error.reason))
            return .deadLetter
        }
        let context = entry.traceparent.flatMap { TraceContext(traceparent: $0) }
        let isSet = states.trace.span("receive \(stream)", continuing: context) {
            states.set(key, to: value, fileID: RemoteOrigin.received, line: max(0, entry.depth) + 1)
        }
        guard isSet else { throw BridgeError(.isRefused, stream) }
        return isOwn ? .own : .delivered
    }

    func report(_ gap: RemoteGap) {
        // Entries that are not in the queue any more may be among those that were removed.
        if lane.status.pending == 0 { machine.withLock { $0.forget() } }
        center.post(gap)
    }
}
