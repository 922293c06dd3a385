extension MessageCenter {
    /// Posts a message: something happened.
    ///
    /// Calls the handlers that run on no actor or on the one that this is called on, and leaves the message to the queues of
    /// the others. Inside a handler of this center it returns at once: the message is accepted, for those who observe it
    /// now, and delivered after the one being handled, or in a loop that the handler runs itself. Up to 65,536 messages wait
    /// so; one beyond is dropped, and reported as a `QueueOverflow`. Afterwards the subscribers of the parent, if the center
    /// has one, receive it in the same way.
    ///
    /// An optional counts as its own type, and as what it wraps; `nil` counts as its own type, and as the optional of a
    /// superclass.
    ///
    /// - Parameters:
    ///   - message: What happened. Subscribers of its type, its protocols and its superclasses receive it.
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
        let thread = CurrentThread.Key.shared.current
        let scope = DeliveryScope.current(of: hub, on: thread)
        if let handling = Handling.current(inScope: scope?.pointee.number, on: thread) {
            handling.consume()
        } else {
            scope?.pointee.isConsumed = true
        }
    }

    /// Where the message that is being handled was posted, and what led to it.
    ///
    /// To be asked by a handler, before it returns; elsewhere it is `nil`. Messages, sets of states and calls count, of any
    /// center, each made by a handler of the one before. Of what led to a message of an asynchronous handler, the one that the
    /// handler had is known and none before it.
    ///
    /// ```swift
    /// center.observe(LoggedOut.self) { _ in print(center.origin?.location ?? "not in a handler") }
    /// ```
    ///
    /// Takes time linear in the length of the chain.
    public var origin: MessageOrigin? {
        let thread = CurrentThread.Key.shared.current
        let scope = DeliveryScope.current(of: hub, on: thread)
        let origin =
            Handling.current(inScope: scope?.pointee.number, on: thread) == nil ? scope?.pointee.origin : Origin.handled
        return origin.map(MessageOrigin.init)
    }
}

/// Where a message was posted, and what led to it.
public struct MessageOrigin: Sendable, Hashable {
    /// The name of the message's type.
    public let message: String

    /// Where it was posted.
    public let location: SourceLocation

    /// What led to it, the first first, each made by a handler of the one before; empty if nothing led to it.
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
