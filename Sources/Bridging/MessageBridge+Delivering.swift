import SignalboxCore

extension MessageBridge {
    /// Appends a message to the log, and posts it here when it is durable.
    ///
    /// The call waits until the messages of the stream that were posted earlier are appended, and for as long as the log cannot be
    /// reached. Once it has returned, the message survives the end of any process. If its task is cancelled, it throws, but the message
    /// is appended and posted all the same when the log can be reached. If the bridge stops, it may have been appended.
    ///
    /// ```swift
    /// try await bridge.deliver(OrderPlaced(number: 7))
    /// ```
    ///
    /// - Parameters:
    ///   - message: The message, of a type that this process sends.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Throws: `BridgeError` if the type is not sent, the queue is full, the message is too large or the bridge stops; `LogRefusal`;
    ///   `LogReplaced` if the storage of the log was removed or replaced; an error of the message's encoding; `CancellationError`.
    public func deliver<Message: Codable & Sendable>(
        _ message: Message, fileID: StaticString = #fileID, line: Int = #line
    ) async throws {
        let place = SourceLocation(fileID: fileID, line: line)
        let sentType = try sentType(of: Message.self)
        // So that the entry has a trace context, also if the caller is in no event.
        try await center.trace.span("deliver \(sentType.lane.stream)") {
            try await append(message, of: sentType, at: place)
        }
    }

    private func append<Message: Codable & Sendable>(
        _ message: Message, of sentType: SentType, at place: SourceLocation
    ) async throws {
        let depth = RemoteOrigin.nextDepth(of: center.origin)
        let entry = try sentType.entry(message, depth: depth, in: center.trace)
        let location = origin.location(ofDelivered: depth, at: place)
        try await sentType.lane.append(entry) { [center] in
            center.post(message, at: location)
        }
        center.post(message, at: location)
    }

    /// Returns the statement that appends a message in a transaction of the app: the message is appended if the transaction is committed.
    ///
    /// Run it once, with any client of the database. This process receives the message from the log like the others, if it receives the
    /// stream. In the numbers of the bridge it counts where it is received, and not as posted.
    ///
    /// ```swift
    /// let statement = try bridge.statement(for: OrderPlaced(number: 7))
    /// try database.execute(statement.sql, statement.values)
    /// ```
    ///
    /// - Parameter message: The message, of a type that this process sends.
    /// - Returns: The statement and the values of its parameters.
    /// - Throws: `BridgeError` if the type is not sent, the message is too large, or the log is not in a database of the app; an error of the
    ///   message's encoding.
    public func statement<Message: Codable & Sendable>(for message: Message) throws -> LogStatement {
        let sentType = try sentType(of: Message.self)
        guard let log = log as? any TransactionalLog else {
            throw BridgeError(.noTransactions, sentType.lane.stream)
        }
        let depth = RemoteOrigin.nextDepth(of: center.origin)
        var entry = try center.trace.span("statement \(sentType.lane.stream)") {
            try sentType.entry(message, depth: depth, in: center.trace)
        }
        // The reader skips entries of its own sender. This entry was not posted here, so it gets the sender `…+`. Its number is random,
        // because transactions commit in any order.
        entry.sender = "\(sender)+"
        entry.number = UInt64.random(in: 1...UInt64(Int64.max))
        return log.statement(appending: entry, to: sentType.lane.stream)
    }

    private func sentType<Message>(of type: Message.Type) throws(BridgeError) -> SentType {
        let sentType = declarations.withLock { $0.sentTypes[ObjectIdentifier(type)] }
        guard let sentType else { throw BridgeError(.notSent, "\(type)") }
        return sentType
    }
}
