import SignalboxCore

extension MessageBridge {
    /// Shares a state: it has the same value in all processes that share it.
    ///
    /// Once no process sets the state any more, all of them have the value of the last entry of the log. A process that begins to run
    /// receives the newest value. While values of this process are on their way, it ignores those of others, so that a value does not
    /// flicker. Of several values that wait because the log cannot be reached, only the last one is sent.
    ///
    /// Values that were set before the call are not sent. A value that the log or the options refuse stays in this process until the next
    /// one is received; it is reported. The stream needs no more than its last entry, so it can be trimmed to one.
    ///
    /// - Parameters:
    ///   - key: The state.
    ///   - stream: The name of the stream and of the type in the log.
    ///   - version: The version of the form that is sent.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - acceptOthers: Declares other versions that are received.
    /// - Throws: `BridgeError` if the stream is declared already, the bridge has no center of states, or is running.
    public func share<Value: Codable & Sendable>(
        _ key: StateKey<Value>, as stream: StreamName, version: Int = 1,
        fileID: StaticString = #fileID, line: Int = #line,
        accepting acceptOthers: (inout MessageVersions<Value>) -> Void = { _ in }
    ) throws(BridgeError) {
        guard let states else { throw BridgeError(.noStates, stream) }
        let place = SourceLocation(fileID: fileID, line: line)
        var versions = MessageVersions<Value>()
        versions.accept(Value.self, version: version) { $0 }
        acceptOthers(&versions)
        let machine = SharedState()
        let lane = OutgoingLane(
            stream, version: version, keepsLast: true, from: sender, options,
            onRefusal: { number, refusal in
                machine.withLock { $0.lose(number) }
                states.report(refusal, of: key, from: place)
            },
            onAbandoning: { error in states.report(error, of: key, from: place) })
        let receiver = StateReceiver(
            stream: stream, key: key, states: states, center: center, versions: versions, options: options,
            ownSender: sender, lane: lane, machine: machine, place: place)
        let incoming = IncomingLane(stream, nil, from: .newest, to: receiver, reader: sender, options)
        try declarations.withLock { declarations throws(BridgeError) in
            // In a copy, since a refused declaration declares nothing.
            var new = declarations
            try new.declareOutgoing(lane)
            try new.declareIncoming(incoming)
            declarations = new
        }
        observe(key, states, SentType(lane: lane), machine, fileID, line)
    }

    /// Sends the values of a state from now on.
    private func observe<Value: Codable & Sendable>(
        _ key: StateKey<Value>, _ states: ObserverCenter, _ sentType: SentType, _ machine: SharedState,
        _ fileID: StaticString, _ line: Int
    ) {
        let registration = states.observe(key, options: .skipsCurrent, fileID: fileID, line: line) {
            [weak states, origin] change in
            guard let states else { return }
            guard let depth = origin.depth(of: states.origin) else {
                machine.withLock { $0.observeReceived() }
                return
            }
            do {
                let entry = try sentType.entry(change.new, depth: depth, in: states.trace)
                try machine.send(entry, by: sentType.lane)
            } catch {
                states.report(error, of: key)
            }
        }
        declarations.withLock { $0.retain([registration]) }
    }
}

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
            center.post(RemoteDeadLetter(stored, of: stream, error.reason, limit: error.limit), at: place)
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
