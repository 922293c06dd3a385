extension MessageCenter {
    /// Posts a message.
    ///
    /// Calls the handlers that run on no actor or on the current one, and leaves the message in the queues of
    /// the others. Inside a handler of this center it returns at once: the message is accepted, for those who observe it
    /// now, and delivered after the one being handled, or in a loop that the handler runs itself. Up to 65,536 messages wait
    /// so; one beyond is dropped, and reported as a `QueueOverflow`. Afterwards the subscribers of the parent, if the center
    /// has one, receive it in the same way.
    ///
    /// An optional counts as its own type, and as what it wraps; `nil` counts as its own type, and as the optional of a
    /// superclass.
    ///
    /// - Parameters:
    ///   - message: The message. Subscribers of its type, its protocols and its superclasses receive it.
    ///   - subject: The object that it is about. Subscribers to messages about another object do not receive it.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: Whether the message was accepted: not after the center was closed, and not when too many messages led
    ///   to it.
    @discardableResult
    public func post<Message: Sendable>(
        _ message: Message,
        about subject: (any AnyObject & Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> Bool {
        hub.post(message, about: subject, at: SourceLocation(fileID: fileID, line: line), on: isolation)
    }

    /// Consumes the current message: no later subscriber receives it, whatever type it observes.
    ///
    /// Call it in a handler, before it returns. Of a message that was posted, synchronous handlers that are called by the post
    /// can consume it. It already waits in the queues of other actors and asynchronous handlers with a higher priority, and
    /// subscribers with a lower one do not receive it. Of a message that was published, all handlers can consume it.
    ///
    /// ```swift
    /// center.observe(BackPressed.self, priority: 1) { _ in
    ///     if sheet.close() { center.consume() }
    /// }
    /// ```
    ///
    /// Outside of a handler, it does nothing.
    public func consume() {
        let thread = CurrentThread.current
        let scope = DeliveryScope.current(of: hub, on: thread)
        if let handling = Handling.current(inScope: scope?.number, on: thread) {
            handling.consume()
        } else {
            scope?.isConsumed = true
        }
    }

    /// Where the current message was posted, and what led to it.
    ///
    /// Read it in a handler, before it returns; elsewhere it is `nil`. The chain has messages, sets of states and calls of all
    /// centers, each made by a handler of the one before. For a message that an asynchronous handler posts, it begins with the
    /// message of that handler.
    ///
    /// ```swift
    /// center.observe(LoggedOut.self) { _ in print(center.origin?.location ?? "not in a handler") }
    /// ```
    ///
    /// Takes time linear in the length of the chain.
    public var origin: MessageOrigin? {
        let thread = CurrentThread.current
        let scope = DeliveryScope.current(of: hub, on: thread)
        let origin =
            Handling.current(inScope: scope?.number, on: thread) == nil ? scope?.origin : Origin.handled
        return origin.map(MessageOrigin.init)
    }
}

/// Where a message was posted, and what led to it.
public struct MessageOrigin: Sendable, Hashable {
    /// The name of the message's type.
    public let message: String

    /// Where it was posted.
    public let location: SourceLocation

    /// The chain that led to it, each made by a handler of the one before; empty if nothing led to it.
    public let causes: [DeliveryCycle.Link]

    init(_ origin: Origin) {
        message = origin.step.name
        location = origin.step.location
        causes = origin.chain.dropLast().map(DeliveryCycle.Link.init)
    }
}

extension MessageOrigin: CustomStringConvertible {
    /// The chain in one line, the message last.
    public var description: String {
        (causes.map { "\($0.what) (\($0.location))" } + ["\(message) (\(location))"]).joined(separator: " → ")
    }
}
