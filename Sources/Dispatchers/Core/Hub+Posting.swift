extension Hub {
    /// Delivers a message breadth first: a post inside of a handler waits until the message before it has reached all its
    /// inline subscribers.
    ///
    /// To call inline subscribers takes neither a lock nor an allocation, if the type was posted before.
    ///
    /// - Returns: Whether it was accepted.
    func post<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)?, at location: SourceLocation,
        on actor: (any Actor)?
    ) -> Bool {
        let thread = CurrentThread.current
        // Asked here, as far out as possible: the frames of scopes that were left are further in.
        if thread.scope != nil { DeliveryScope.discardStale(on: thread) }
        let topic = topics[ObjectIdentifier(Message.self)] ?? Borrowed(topic(of: Message.self))
        let object = subject.map { Borrowed($0) }
        return Lent.lend(message) {
            post(Posting(value: $0, topic: topic, location: location, subject: object), on: actor, thread)
        }
    }

    private func post(_ posting: Posting, on actor: (any Actor)?, _ thread: CurrentThread) -> Bool {
        var isAccepted = false
        open(posting) { posting in
            isAccepted =
                thread.scope == nil && !trace.isOn
                ? deliver(posting, on: actor.map { ObjectIdentifier($0) }, thread)
                : postSlowly(posting, on: actor, thread)
        }
        return isAccepted
    }

    /// Calls a body with a message as one of its own type: an object by its dynamic type, an optional and an existential by
    /// what it holds.
    @inline(__always)
    func open(_ posting: Posting, _ body: (Posting) -> Void) {
        if posting.topic.with({ $0.kind == .value }) { return body(posting) }
        let isOpened = posting.topic.object.open(posting.value, in: self) { value, topic in
            var opened = posting
            (opened.value, opened.topic) = (value, Borrowed(topic))
            if posting.topic.object.optional?.wrapped == topic.type { opened.posted = (posting.value, posting.topic) }
            body(opened)
        }
        if !isOpened { body(posting) }
    }

    /// The topic of a type of messages, made if it is new.
    func topic<Message>(of type: Message.Type) -> Topic { topic(ObjectIdentifier(type)) { TypedTopic<Message>() } }

    /// Posts while the trace is on, or inside of a handler.
    private func postSlowly(_ posting: Posting, on actor: (any Actor)?, _ thread: CurrentThread) -> Bool {
        let (topic, actorID) = (posting.topic.object, actor.map { ObjectIdentifier($0) })
        let event = trace.begin(subject(.post, topic, at: posting.location))
        trace.describe(event, [topic.box(posting.value)])
        let isAccepted = trace.within(event) {
            if thread.scope == nil { return deliver(posting, on: actorID, thread) }
            let origin = Origin(of: topic, at: posting.location, on: thread)
            guard let accepted = accept(posting, from: origin) else { return false }
            if let scope = DeliveryScope.current(of: self, on: thread) {
                append(accepted, to: scope, on: actor)
            } else {
                run(on: actorID) { $0.append(accepted) }
            }
            return true
        }
        trace.end(event, isClosed && !isAccepted ? .refused("the center is closed") : .done)
        return isAccepted
    }

    /// Lets a message wait in a scope of the current thread.
    private func append(_ accepted: AcceptedMessage, to scope: DeliveryScope, on actor: (any Actor)?) {
        guard scope.posts.count < policy.queueLimit else {
            scope.dropped += 1
            drop(scope.dropped, of: accepted.message, at: nil)
            return accepted.message.endPart(isReceived: true)
        }
        if !scope.hasPosts { scope.dropped = 0 }
        scope.append(accepted)
        let isOnMainActor = scope.actor == ObjectIdentifier(MainActor.shared)
        if let actor = actor ?? (isOnMainActor ? MainActor.shared : nil) { deliverInNestedLoop(on: actor) }
    }

    /// Makes a message that is accepted now, with the list of its receivers, and retains it where its type is retained; `nil` if it
    /// is refused.
    func accept(_ posting: Posting, from origin: Origin) -> AcceptedMessage? {
        let (topic, subject) = (posting.topic.object, posting.subject?.object)
        let message = topic.box(posting.value)
        if origin.depth > policy.cycleLimit {
            trace.mark(trace.cause, .refused("too many others led to it"))
            reporting(origin) {
                policy.onError(
                    DeliveryFailure(DeliveryCycle(origin), of: topic.name, message, from: posting.location))
            }
            return nil
        }
        // A list that was replaced and forgotten messages are released outside of the lock.
        var (old, forgotten) = (SubscriptionList?.none, [PendingMessage]())
        let accepted = tree.state.withLock { _ -> AcceptedMessage? in
            guard let list = list(of: topic, for: message, replacing: &old) else { return nil }
            let new = PendingMessage(message, of: topic, in: self, from: origin, about: subject)
            if list.isRetained {
                let number = readers.advance()
                forgotten = hubs.compactMap { $0.topics[topic.id]?.object.retained.append(new, numbered: number) }
            }
            return AcceptedMessage(message: new, receivers: list, subject: subject)
        }
        retire(old)
        for message in forgotten { message.endRetaining() }
        return accepted
    }

    /// Lets what waits in a scope be delivered when a handler of it runs a loop of its own, as one that shows a modal dialog
    /// does.
    ///
    /// The actor gets a job, which such a loop runs. If the handlers return without, it finds nothing to do.
    private func deliverInNestedLoop(on actor: any Actor) {
        let id = ObjectIdentifier(actor)
        guard tree.state.withLock({ $0.nestedLoops.insert(id).inserted }) else { return }
        let queue = ActorQueue(of: actor)
        queue.callLater { [self] in
            tree.state.withLock { _ = $0.nestedLoops.remove(id) }
            let waiting = DeliveryScope.current(of: self, on: CurrentThread.current)?.takeAll() ?? []
            // A handler of one of them may run a loop of its own, in which the others are delivered.
            if waiting.count > 1, let actor = queue.liveActor { deliverInNestedLoop(on: actor) }
            if !waiting.isEmpty { run(on: id) { for message in waiting { $0.append(message) } } }
        }
    }
}
