extension MessageCenter {
    /// Keeps the last messages of a type for those who observe later.
    ///
    /// A new observer hears them once, in order and before any newer one: before `observe` returns if it runs on no actor,
    /// else on its actor, in its queue or in its sequence. Who observes a protocol or a superclass hears those of all
    /// types that belong to it. Messages that were posted before are not kept.
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
        board.state.withLock { $0.audience.setRetained(ObjectIdentifier(type), limit: count) }
    }

    /// Forgets the messages of a type that were kept, and goes on keeping the next ones.
    public func forget<Message: Sendable>(_ type: Message.Type) {
        _ = board.state.withLock { $0.audience.retained.removeAll(of: ObjectIdentifier(type)) }
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
    mutating func setLimit(_ limit: Int, of type: ObjectIdentifier) {
        let messages = kept[type]?.messages.suffix(limit) ?? []
        kept[type] = limit > 0 ? Kept(limit: limit, messages: Array(messages)) : nil
    }

    /// Notes a message, if its type is retained.
    mutating func append(_ parcel: @autoclosure () -> Parcel, of type: ObjectIdentifier) {
        guard let limit = kept[type]?.limit else { return }
        lastNumber += 1
        kept[type]?.messages.append((lastNumber, parcel()))
        if let count = kept[type]?.messages.count, count > limit { kept[type]?.messages.removeFirst(count - limit) }
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

extension Switchboard {
    /// Lets newer messages come after those that were retained; called under the lock, before anybody knows the seat.
    func prepare(_ seat: Seat, for retained: [Parcel]) {
        guard let mailbox = seat.mailbox else { return seat.close() }
        let list = PublishedList<Seat>()
        _ = list.insert(seat, priority: 0, id: 0)
        guard let seats = list.view?.snapshot else { return }
        for old in retained {
            let receivers = [Parcel.Receivers(board: self, seats: seats)]
            let parcel = Parcel(old.message, about: old.subject, from: old.origin, in: self, to: receivers)
            _ = mailbox.append(parcel)
        }
    }

    /// Tells a new observer what was retained, and then what was posted meanwhile.
    func replay(_ retained: [Parcel], to seat: Seat) {
        guard seat.mailbox == nil else { return }
        joinTurn(on: nil) { turn in
            let outer = turn.pointee.origin
            for parcel in retained { replay(parcel, to: seat, in: turn) }
            while let held = seat.held() { for parcel in held { replay(parcel, to: seat, in: turn) } }
            turn.pointee.origin = outer
        }
    }

    private func replay(_ parcel: Parcel, to seat: Seat, in turn: UnsafeMutablePointer<Turn>) {
        guard seat.isActive, seat.isInterested(in: parcel.subject) else { return }
        turn.pointee.origin = parcel.origin
        if let inbox = seat.inbox {
            _ = inbox.put(parcel)
            return
        }
        do {
            _ = try seat.receive(boxed: parcel.message)
        } catch {
            report(error, of: seat, for: parcel.message, from: parcel.origin.location)
        }
    }
}
