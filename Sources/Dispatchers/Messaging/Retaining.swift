extension MessageCenter {
    /// Keeps the last messages of a type for those who observe later.
    ///
    /// A new observer hears them once, in order and before any newer one: before `observe` returns if it runs on no actor,
    /// else on its actor, in its queue or in its sequence. Who observes a protocol or a superclass hears those of all
    /// types that belong to it. Messages that were posted before are not kept.
    ///
    /// What is posted while a new observer still gets the retained messages waits for it, up to 65,536 messages; those beyond
    /// are dropped and reported as a `MessageOverflow`. `observe` delivers 1,024 of them at most, and leaves the rest to a
    /// task.
    ///
    /// A message that nobody received is a dead letter once it is retained no more, if nobody received it until then. The
    /// object that a message is about is not kept alive: once it is gone, the message is about nothing.
    ///
    /// ```swift
    /// center.retain(last: 1, of: ConnectionChanged.self)
    /// ```
    ///
    /// - Parameters:
    ///   - count: How many messages are kept, none to end it.
    ///   - type: The very type of the messages, and none above it.
    public func retain<Message: Sendable>(last count: Int, of type: Message.Type) {
        precondition(count >= 0, "\(count) messages cannot be kept")
        let forgotten = board.state.withLock { $0.audience.setRetained(ObjectIdentifier(type), limit: count) }
        for parcel in forgotten { parcel.endPart(isReceived: false) }
    }

    /// Forgets the messages of a type that were kept, and goes on keeping the next ones.
    public func forget<Message: Sendable>(_ type: Message.Type) {
        let forgotten = board.state.withLock { $0.audience.retained.removeAll(of: ObjectIdentifier(type)) }
        for parcel in forgotten { parcel.endPart(isReceived: false) }
    }

    /// The messages of a type that are kept, oldest first.
    public func retained<Message: Sendable>(_ type: Message.Type) -> [Message] {
        let parcels = board.state.withLock { $0.audience.retained.all(of: ObjectIdentifier(type)) }
        return parcels.compactMap { $0.message as? Message }
    }
}

/// The last messages of the types that are retained, for those who come late.
struct RetainedMessages: Sendable {
    private struct Kept: Sendable {
        let limit: Int
        var messages: [(number: UInt64, parcel: Parcel)] = []
    }

    private var kept: [ObjectIdentifier: Kept] = [:]
    private var lastNumber: UInt64 = 0

    /// Whether messages of a type are retained.
    func hasLimit(_ type: ObjectIdentifier) -> Bool { kept[type] != nil }

    /// Retains so many messages of a type from now on; none ends that.
    ///
    /// - Returns: The messages that are retained no more.
    mutating func setLimit(_ limit: Int, of type: ObjectIdentifier) -> [Parcel] {
        let messages = kept[type]?.messages ?? []
        kept[type] = limit > 0 ? Kept(limit: limit, messages: Array(messages.suffix(limit))) : nil
        return messages.dropLast(limit).map(\.parcel)
    }

    /// Retains a message of a type that has a limit, as a part of it.
    ///
    /// - Returns: The messages that are retained no more.
    mutating func append(_ parcel: Parcel, of type: ObjectIdentifier) -> [Parcel] {
        guard let limit = kept[type]?.limit else { return [] }
        parcel.addPart()
        lastNumber += 1
        kept[type]?.messages.append((lastNumber, parcel))
        let excess = max(0, (kept[type]?.messages.count ?? 0) - limit)
        defer { kept[type]?.messages.removeFirst(excess) }
        return kept[type]?.messages.prefix(excess).map(\.parcel) ?? []
    }

    /// Forgets the messages of a type, and goes on retaining the next ones.
    mutating func removeAll(of type: ObjectIdentifier) -> [Parcel] {
        defer { kept[type]?.messages = [] }
        return all(of: type)
    }

    /// All that are retained, in the order of the posts.
    var all: [Parcel] {
        if kept.isEmpty { return [] }
        return kept.values.flatMap(\.messages).sorted { $0.number < $1.number }.map(\.parcel)
    }

    func all(of type: ObjectIdentifier) -> [Parcel] { kept[type]?.messages.map(\.parcel) ?? [] }
}
