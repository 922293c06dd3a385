import SignalboxCore

extension MessageBridge {
    /// Carries the messages of a type.
    ///
    /// Without a group, this process receives what other processes append while it runs: its own posts have reached their subscribers
    /// already. With a group, one process of the group receives each message, also those of its own, and the next run goes on behind the
    /// last one that was handled. A new group begins with the oldest message that the log has.
    ///
    /// ```swift
    /// try bridge.carry(OrderPlaced.self, as: "orders", .outgoing)
    /// try bridge.carry(PriceChanged.self, as: "price", version: 2) { versions in
    ///     versions.accept(PriceV1.self, version: 1) { PriceChanged($0) }
    /// }
    /// ```
    ///
    /// Messages are received by `publish`, one after the other: each when all subscribers of the one before have handled it. Observe the
    /// messages of a group before you call `run`: one that nothing observes is a `RemoteDeadLetter`. An outgoing message without
    /// subscribers in this process is no dead letter.
    ///
    /// - Parameters:
    ///   - type: The type of the messages. Messages of subclasses are not carried.
    ///   - stream: The name of the stream and of the type in the log.
    ///   - direction: The direction.
    ///   - group: The group of this process, which needs the direction `incoming`.
    ///   - version: The version of the form that is sent.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - acceptOthers: Declares other versions that are received.
    /// - Throws: `BridgeError` if the stream or the type is declared already, or the bridge is running.
    public func carry<Message: Codable & Sendable>(
        _ type: Message.Type, as stream: StreamName, _ direction: BridgeDirection = .both, group: GroupName? = nil,
        version: Int = 1, fileID: StaticString = #fileID, line: Int = #line,
        accepting acceptOthers: (inout MessageVersions<Message>) -> Void = { _ in }
    ) throws(BridgeError) {
        guard group == nil || direction == .incoming else { throw BridgeError(.sendingGroup, stream) }
        let place = SourceLocation(fileID: fileID, line: line)
        var versions = MessageVersions<Message>()
        versions.accept(Message.self, version: version) { $0 }
        acceptOthers(&versions)
        let receiver = MessageReceiver(
            stream, center, versions, options, ownSender: group == nil ? sender : nil,
            ownObserverCount: { [weak self] in self?.observerCount(of: type) ?? 0 }, at: place)
        let incoming = IncomingLane(stream, group, from: .live, to: receiver, reader: sender, options)
        let lane = OutgoingLane(
            stream, version: version, from: sender, options,
            onRefusal: { [center] _, refusal in center.report(refusal, of: type, from: place) },
            onAbandoning: { [center] error in center.report(error, of: type, from: place) })
        let outgoing = SentType(lane: lane)
        try declarations.withLock { declarations throws(BridgeError) in
            // In a copy, since a refused declaration declares nothing.
            var new = declarations
            if direction != .incoming { try new.declareOutgoing(type, outgoing) }
            if direction != .outgoing { try new.declareIncoming(incoming) }
            declarations = new
        }
        if direction != .incoming { tap(type, outgoing, fileID, line) }
    }

    /// Returns the number of observers by which this bridge observes a type.
    private func observerCount<Message>(of type: Message.Type) -> Int {
        let sentType = declarations.withLock { $0.sentTypes[ObjectIdentifier(type)] }
        return sentType == nil ? 0 : 1
    }

    /// Sends the messages of a type from now on.
    private func tap<Message: Codable & Sendable>(
        _ type: Message.Type, _ sentType: SentType, _ fileID: StaticString, _ line: Int
    ) {
        // The observer makes the bridge a receiver, which a tap is not.
        let receiver = center.observe(type, fileID: fileID, line: line) { _ in }
        let tap = center.tap(type, fileID: fileID, line: line) { [weak center, origin] message in
            // A tap of a class receives the messages of its subclasses, too.
            guard Swift.type(of: message) == type else { return }
            guard let center, let depth = origin.depth(of: center.origin) else { return }
            try sentType.lane.add(sentType.entry(message, depth: depth, in: center.trace))
        }
        declarations.withLock { $0.retain([receiver, tap]) }
    }
}
