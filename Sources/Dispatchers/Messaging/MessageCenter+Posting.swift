extension MessageCenter {
    /// Says that something happened.
    ///
    /// Calls the observers that run on no actor or on the one that this is called on, and leaves the message to the
    /// mailboxes of the others. Inside a handler of this center it returns at once: the message is accepted, for those
    /// who observe it now, and delivered after the one being handled, or in a loop that the handler runs itself. Afterwards the observers of the parent, if the
    /// center has one, get it in the same way.
    ///
    /// An optional counts as its own type, and as what it wraps; `nil` counts as its own type, and as the optional of a
    /// superclass. To post an optional, an existential such as `any P`, or an object in a variable of its superclass
    /// allocates memory each time.
    ///
    /// - Parameters:
    ///   - message: What happened. Observers of its type, its protocols and its superclasses receive it.
    ///   - subject: The object that it is about. Who observes messages about another object does not hear it.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the message is posted; leave it to the compiler.
    ///   - line: Where the message is posted; leave it to the compiler.
    /// - Returns: Whether the message was accepted: not after the center was closed, and not when too many messages led
    ///   to it.
    @discardableResult
    @inlinable
    public func post<Message: Sendable>(
        _ message: Message,
        about subject: (any AnyObject & Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> Bool {
        // Asked once, here: to ask again would cost a post to one observer three percent.
        let isTraced = trace.isOn
        if !isTraced, unheard.contains(ObjectIdentifier(Message.self)) { return true }
        let location = SourceLocation(fileID: fileID, line: line)
        return isTraced
            ? board.acceptAny(message, subject, isolation, location)
            : board.accept(message, about: subject, on: isolation, location)
    }
}

extension MessageCenter {
    /// Says that something happened, and waits until all who observe it have handled it.
    ///
    /// One after the other gets the message, by priority and then in the order of registration, wherever it runs: the next
    /// one when the one before has returned. An asynchronous handler first handles what waits for it; a sequence has the
    /// message once it is in its buffer. What handlers post meanwhile is delivered at the end.
    ///
    /// An asynchronous handler that publishes is not made to wait for itself: what itself observes, or a handler that waits for
    /// it, in this center or another one, is handled later, and counts as delivered. This does not see through tasks
    /// that the handler makes with `Task.detached` and waits for.
    ///
    /// ```swift
    /// let report = await center.publish(WillLogOut())
    /// ```
    ///
    /// - Parameters:
    ///   - message: What happened. Observers of its type, its protocols and its superclasses receive it.
    ///   - subject: The object that it is about. Who observes messages about another object does not hear it.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where the message is published; leave it to the compiler.
    ///   - line: Where the message is published; leave it to the compiler.
    /// - Returns: Who got it and who did not. The center's error handler is not told of what stands there.
    @discardableResult
    public func publish<Message: Sendable>(
        _ message: Message,
        about subject: (any AnyObject & Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async -> DeliveryReport {
        let boxed: any Sendable = message
        let location = SourceLocation(fileID: fileID, line: line)
        let origin = OldOrigin(type: type(of: boxed), at: location, becauseOf: nil)
        let event = board.trace.begin(Trace.Subject(.post, of: origin.type, at: location))
        defer { if let event { board.trace.end(event, .done) } }
        let accepted = board.trace.within(event) { board.parcel(boxed, about: subject, from: origin) }
        guard let parcel = accepted else {
            return DeliveryReport(isAccepted: false)
        }
        var publication = Publication(of: parcel)
        await publication.run(on: isolation)
        board.takeTurn(on: isolation.map { ObjectIdentifier($0) }, board.readers.currentThread) { turn in
            turn.pointee.append(publication.posts)
        }
        parcel.endPart(isReceived: !publication.report.isUndelivered || publication.report.dropped > 0)
        return publication.report
    }
}

extension MessageCenter {
    /// Keeps the message that is being handled from all who come after, whatever type they observe.
    ///
    /// To be called by a handler, before it returns. A message that was posted can be consumed by handlers that are called
    /// at once; on its way to other actors and to asynchronous handlers it was left in their queues in the order of
    /// priorities, so that those of a lower one do not get it. A message that was published can be consumed by all.
    ///
    /// ```swift
    /// center.observe(BackPressed.self, priority: 1) { _ in
    ///     if sheet.close() { center.consume() }
    /// }
    /// ```
    ///
    /// Elsewhere it does nothing.
    public func consume() {
        if let turn = Turn.current(of: board.top, on: board.readers.currentThread) {
            turn.pointee.isConsumed = true
        } else {
            Handling.current?.consume()
        }
    }
}
