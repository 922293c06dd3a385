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

    /// The declaration of the stream, from which its values come.
    var place = SourceLocation()

    func receive(_ stored: StoredEntry) async throws -> ReadingPosition.Result {
        let entry = stored.entry
        let isOwn = entry.sender == ownSender
        let action = machine.withLock { isOwn ? $0.receiveOwn(entry.number) : $0.receiveOther(stored) }
        guard action == .set else { return .own }
        let result = try set(stored)
        return isOwn && result == .delivered ? .own : result
    }

    /// Sets the state to the value of an entry.
    private func set(_ stored: StoredEntry) throws -> ReadingPosition.Result {
        let entry = stored.entry
        let value: Value
        do {
            value = try versions.message(of: entry, in: stream, options)
        } catch {
            let sender = String(entry.sender.prefix(80))
            center.post(
                RemoteDeadLetter(
                    stream: stream, position: stored.position, sender: sender, reason: error.reason, limit: error.limit),
                at: place)
            return .deadLetter
        }
        let context = entry.traceparent.flatMap { TraceContext(traceparent: $0) }
        let isSet = states.trace.span("receive \(stream) from \(entry.sender.prefix(80))", continuing: context) {
            states.set(key, to: value, at: RemoteOrigin.location(ofReceived: entry, at: place))
        }
        guard isSet else { throw BridgeError(.refused, stream) }
        return .delivered
    }

    func beginPage() {
        // Under the lock, so that no entry is sent between the two.
        machine.withLock { $0.beginPage(isSent: lane.status.pending == 0) }
    }

    func endLastPage() throws {
        let ignored = machine.withLock { machine in
            machine.endLastPage()
            return machine.pendingIgnored
        }
        guard let ignored else { return }
        // If the center refuses it, it is set after a later page.
        _ = try set(ignored)
        machine.withLock { $0.dropIgnored() }
    }

    func report(_ gap: RemoteGap) {
        center.post(gap, at: place)
    }
}
