public import SignalboxCore

extension MessageCenter {
    /// Posts a message.
    ///
    /// Calls the handlers that run on no actor or on the current one, and leaves the message in the queues of the other actors. Inside
    /// a handler of this center it returns at once: the message is accepted, for the present subscribers, and delivered after the one
    /// being handled, or in a loop that the handler runs itself. Up to 65,536 messages wait so. One beyond is dropped, and reported as
    /// a `QueueOverflow`. Afterwards the subscribers of the parent, if the center has one, receive it in the same way.
    ///
    /// Messages of other threads may wait for the current actor. Up to 1,024 of them are delivered first. If there are more, this
    /// message waits behind them.
    ///
    /// An optional counts as its own type, and as the value that it wraps. `nil` counts as its own type.
    ///
    /// - Parameters:
    ///   - message: The message. Subscribers of its type, its protocols, its superclasses and its optional types receive it.
    ///   - subject: The object that it is about. Subscribers to messages about another object do not receive it.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: `true` if the message was accepted: not after the center was closed, and not when too many messages
    ///   led to it.
    @inlinable
    @discardableResult
    public func post<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) -> Bool {
        // Inlined, so that a caller that knows the type passes the message by its address, without generic code.
        unsafe withUnsafePointer(to: message) { address in
            unsafe post(
                at: UnsafeRawPointer(address), of: ObjectIdentifier(Message.self), about: subject, on: isolation,
                SourceLocation(fileID: fileID, line: line)
            ) { center in center.makeTopic(of: Message.self) }
        }
    }

    /// Makes the topic of a type of messages.
    @inline(never)
    @usableFromInline
    func makeTopic<Message>(of type: Message.Type) {
        _ = hub.messageTopic(of: type)
    }

    /// Posts the message at an address.
    ///
    /// - Parameters:
    ///   - address: The address of the message, which exists until this returns.
    ///   - type: The identity of its type.
    ///   - subject: The object that it is about.
    ///   - actor: The current actor.
    ///   - location: The source location of the post.
    ///   - makeTopic: Makes the topic of the type, if there is none.
    /// - Returns: `true` if the message was accepted.
    @usableFromInline
    func post(
        at address: UnsafeRawPointer, of type: ObjectIdentifier, about subject: (any AnyObject & Sendable)?,
        on actor: (any Actor)?, _ location: SourceLocation, makingTopic makeTopic: (MessageCenter) -> Void
    ) -> Bool {
        guard let topic = hub.topics[type] else {
            makeTopic(self)
            return unsafe post(at: address, of: type, about: subject, on: actor, location, makingTopic: makeTopic)
        }
        // Made in each branch, so that a delivery makes it where it is stored.
        func posting() -> Posting {
            unsafe Posting(
                value: ValueAddress(lent: address), topic: topic, location: location,
                subject: subject.map { UnretainedReference($0) })
        }
        let thread = CurrentThread.current
        if topic.with({ $0.isWide }) || needsSteps(on: thread) { return post(posting(), on: actor, thread) }
        return hub.deliverInline(posting(), on: actor.map { ObjectIdentifier($0) }, thread)
    }

    /// Returns whether a post is more than a delivery: it waits for another one, or the trace records it.
    @inline(__always)
    private func needsSteps(on thread: CurrentThread) -> Bool {
        thread.scope != nil || hub.trace.isOn || DelayedPosts.areInUse
    }

    /// Posts a message from a location, as a bridge does.
    @discardableResult
    package func post<Message: Sendable>(
        _ message: Message, isolation: isolated (any Actor)? = #isolation, at location: SourceLocation
    ) -> Bool {
        let topic: Topic = hub.messageTopic(of: Message.self)
        return ValueAddress.lend(message) { value in
            let posting = Posting(value: value, topic: UnretainedReference(topic), location: location)
            return post(posting, on: isolation, .current)
        }
    }

    /// Refuses a type in place of a message: it does not compile without `try`, and throws.
    @available(*, deprecated, message: "this posts a type: post a message of it, such as post(ItemAdded())")
    @discardableResult
    public func post<Message: SendableMetatype>(
        _ type: Message.Type, about subject: (any AnyObject & Sendable)? = nil,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> Bool {
        throw DeliveryFailure(ofType: type, at: SourceLocation(fileID: fileID, line: line))
    }

    @inline(never)
    private func post(_ posting: Posting, on actor: (any Actor)?, _ thread: CurrentThread) -> Bool {
        if posting.topic.with({ !$0.isWide }) { return postOpened(posting, on: actor, thread) }
        var isAccepted = false
        hub.open(posting) { isAccepted = postOpened($0, on: actor, thread) }
        return isAccepted
    }

    /// Posts a message that is of its own type.
    private func postOpened(_ posting: Posting, on actor: (any Actor)?, _ thread: CurrentThread) -> Bool {
        guard needsSteps(on: thread) else {
            return hub.deliver(posting, on: actor.map { ObjectIdentifier($0) }, thread)
        }
        let topic = posting.topic.object
        let event = hub.trace.begin(hub.event(.post, of: topic, at: posting.location))
        hub.trace.describe(event, [topic.box(posting.value)])
        let isAccepted = hub.trace.within(event) { deliverOrDelay(posting, on: actor, thread) }
        hub.trace.end(event, hub.isClosed && !isAccepted ? .refused("the center is closed") : .done)
        return isAccepted
    }

    /// Delivers a message, unless it is posted by a handler: then it waits for the end of the delivery.
    private func deliverOrDelay(_ posting: Posting, on actor: (any Actor)?, _ thread: CurrentThread) -> Bool {
        let actorID = actor.map { ObjectIdentifier($0) }
        guard thread.scope != nil else {
            return delayInPublication(posting, thread) ?? hub.deliver(posting, on: actorID, thread)
        }
        let cause = Cause(of: posting.topic.object, at: posting.location, on: thread)
        guard let accepted = hub.accept(posting, because: cause) else { return false }
        if let scope = DeliveryScope.current(of: hub, on: thread) {
            delay(accepted, in: scope, on: actor)
        } else {
            hub.run(on: actorID) { $0.append(accepted) }
        }
        return true
    }

    /// Lets a message that an asynchronous handler posts wait for the publication that waits for the handler.
    ///
    /// - Returns: `true` if the message was accepted; `nil` if there is no such publication.
    private func delayInPublication(_ posting: Posting, _ thread: CurrentThread) -> Bool? {
        guard let posts = TaskScope.delayedPosts(in: hub.tree) else { return nil }
        let cause = Cause(of: posting.topic.object, at: posting.location, on: thread)
        guard let accepted = hub.accept(posting, because: cause) else { return false }
        switch posts.add(accepted) {
        case .added: break
        case .dropped(let loss): hub.drop(accepted, loss)
        case .refused: hub.run(on: nil) { $0.append(accepted) }
        }
        return true
    }

    /// Lets a message wait in a scope of the current thread.
    private func delay(_ accepted: AcceptedMessage, in scope: DeliveryScope, on actor: (any Actor)?) {
        if let loss = scope.append(accepted, limit: hub.policy.queueLimit) { return hub.drop(accepted, loss) }
        let isOnMainActor = scope.actor == ObjectIdentifier(MainActor.shared)
        if let actor = actor ?? (isOnMainActor ? MainActor.shared : nil) { hub.deliverInNestedLoop(on: actor) }
    }
}
