extension Switchboard {
    /// The seat of an observer whose messages wait for one task, which ends with it.
    ///
    /// - Parameters:
    ///   - buffer: How many messages wait.
    ///   - subject: The object that they have to be about.
    ///   - priority: The observer's priority.
    ///   - location: Where the observation was written.
    ///   - owner: With whom it ends.
    ///   - isolation: The actor that the handler starts on. It is asked before each call, since an owner must not be kept.
    ///   - handle: What to do.
    /// - Returns: The seat.
    func makeSeat<Message: Sendable>(
        _ buffer: MessageBuffer<Message>,
        about subject: (any AnyObject & Sendable)?,
        priority: Int,
        at location: SourceLocation,
        owner: (any AnyObject & Sendable)? = nil,
        startingOn isolation: @escaping @Sendable () -> (any Actor)?,
        calling handle: @escaping @Sendable (Message) async throws -> Void
    ) -> Seat {
        let inbox = Inbox(buffer, isServed: true, at: location)
        let seat = QueueSeat(
            of: Message.self, at: location, inbox: inbox, about: subject, owner: owner, priority: priority)
        // Detached, since it outlives the one who observes: it must not carry his priority and task-local values.
        Task.detached { [self, weak seat] in
            while let entry = await inbox.next() {
                if let seat, seat.isActive, let message = entry.parcel.message as? Message {
                    await serve(entry, of: seat, inbox) {
                        try await self.start(handle, with: message, of: seat, on: isolation())
                    }
                } else {
                    entry.end(.skipped)
                }
                inbox.didHandle()
            }
        }
        return seat
    }

    /// Calls a handler on its actor, unless the observation ended before this arrived there.
    ///
    /// Nothing runs between the look and the handler's start, since both happen on the actor.
    private func start<Message: Sendable>(
        _ handle: @Sendable (Message) async throws -> Void, with message: Message, of seat: Seat,
        on actor: isolated (any Actor)?
    ) async throws -> Bool {
        guard seat.isActive else { return false }
        try await handle(message)
        return true
    }

    private func serve(
        _ entry: MessageQueue.Entry, of seat: Seat, _ inbox: Inbox,
        _ start: @escaping @Sendable () async throws -> Bool
    ) async {
        let parcel = entry.parcel
        let handling = Handling(of: seat, inside: entry.handling)
        inbox.willHandle(handling)
        let call = { @Sendable in
            defer { handling.end() }
            return try await start()
        }
        let result: Handled
        do {
            let isStarted = try await Handling.$current.withValue(handling) {
                try await Self.$isReporting.withValue(parcel.origin.isReport) {
                    guard trace.isOn else { return try await call() }
                    let (type, location) = (parcel.origin.type, parcel.origin.location)
                    let subject = Trace.Subject(.delivery, of: type, at: location, to: seat.location)
                    return try await trace.record(subject, because: parcel.cause) { try await call() }
                }
            }
            result = isStarted ? handling.isConsumed ? .consumed : .done : .skipped
        } catch {
            if !entry.isAwaited {
                report(error, of: seat, for: parcel.message, from: parcel.origin.location)
            }
            result = .failed(error)
        }
        entry.end(result)
    }
}
