import Synchronization

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
        return Lent.lend(message) { value in
            let posting = Posting(
                value: value, topic: lentTopic(of: Message.self), location: location,
                subject: subject.map { Borrowed($0) }, actor: actor.map { ObjectIdentifier($0) })
            if posting.topic.with({ $0.kind == .value }) { return post(posting, on: actor, thread) }
            var isAccepted = false
            withDynamicTopic(of: posting) { isAccepted = post($0, on: actor, thread) }
            return isAccepted
        }
    }

    /// Accepts a message that the caller delivers, and retains it where its type is retained; `nil` if it is refused.
    func accept<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)?, at location: SourceLocation,
        settling: WaitGroup?
    ) -> PendingMessage? {
        Lent.lend(message) { value in
            var accepted: PendingMessage?
            let posting = Posting(
                value: value, topic: lentTopic(of: Message.self), location: location,
                subject: subject.map { Borrowed($0) })
            withDynamicTopic(of: posting) { posting in
                var origin = Origin(of: posting.topic.object, at: location, on: CurrentThread.current)
                origin.settling = settling ?? origin.settling
                accepted = accept(posting, from: origin)
            }
            return accepted
        }
    }

    private func lentTopic<Message: Sendable>(of type: Message.Type) -> Borrowed<Topic> {
        topic(ObjectIdentifier(type)) ?? Borrowed(topic(of: type))
    }

    /// The topic of a type of messages, made if it is new.
    func topic<Message>(of type: Message.Type) -> Topic {
        topic(ObjectIdentifier(type)) { TypedTopic<Message>() }
    }

    /// The topic of the dynamic type of an object, made if it is new.
    func topic(ofObject object: AnyObject) -> Topic {
        func make<Message>(_ type: Message.Type) -> Topic { topic(of: type) }
        return _openExistential(type(of: object as Any), do: make)
    }

    /// Calls a body with a message as one of its own type: an object by its dynamic type, an optional and an existential by
    /// what it holds.
    private func withDynamicTopic(of posting: Posting, _ body: (Posting) -> Void) {
        var dynamic = posting
        switch posting.topic.with({ $0.kind }) {
        case .value: break
        case .object:
            let object = posting.value.object
            let type = object.with { ObjectIdentifier(Swift.type(of: $0)) }
            dynamic.topic = topic(type) ?? Borrowed(topic(ofObject: object.object))
        case .optional, .existential:
            let isOpened = posting.topic.with {
                $0.open(posting.value, in: self) { value, topic in
                    (dynamic.value, dynamic.topic) = (value, Borrowed(topic))
                    withDynamicTopic(of: dynamic, body)
                }
            }
            if isOpened { return }
        }
        body(dynamic)
    }

    @inline(__always)
    private func post(_ posting: Posting, on actor: (any Actor)?, _ thread: CurrentThread) -> Bool {
        if !trace.isOn, isSimple(posting, on: thread) { return deliver(posting, because: nil, thread) }
        return trace.isOn ? postTraced(posting, on: actor, thread) : postKept(posting, on: actor, thread)
    }

    /// Whether a message can be delivered at once, and need not be copied for that: it is not retained, not the first of its type,
    /// and not posted inside of a handler.
    private func isSimple(_ posting: Posting, on thread: CurrentThread) -> Bool {
        thread.scope == nil
            && posting.topic.with { $0.list.load() != nil && !$0.isRetained.load(ordering: .relaxed) }
    }

    @inline(never)
    private func postTraced(_ posting: Posting, on actor: (any Actor)?, _ thread: CurrentThread) -> Bool {
        let topic = posting.topic.object
        let event = trace.begin(subject(.post, topic, at: posting.location))
        trace.describe(event, [topic.box(posting.value)])
        let isAccepted = trace.within(event) {
            isSimple(posting, on: thread)
                ? deliver(posting, because: nil, thread) : postKept(posting, on: actor, thread)
        }
        if let event { trace.end(event, isClosed && !isAccepted ? .refused("the center is closed") : .done) }
        return isAccepted
    }

    @inline(never)
    private func postKept(_ posting: Posting, on actor: (any Actor)?, _ thread: CurrentThread) -> Bool {
        let origin = Origin(of: posting.topic.object, at: posting.location, on: thread)
        guard let message = accept(posting, from: origin) else { return false }
        guard let scope = DeliveryScope.current(of: self, on: thread) else {
            run(on: posting.actor) { $0.append(message) }
            return true
        }
        guard scope.count < policy.queueLimit else {
            scope.dropped += 1
            drop(scope.dropped, nil, message)
            message.endPart(isReceived: true)
            return true
        }
        if let subject = posting.subject { _ = message.heldSubject.exchange(subject.object) }
        scope.append(message)
        if let actor {
            deliverInNestedLoop(on: actor)
        } else if scope.actor == ObjectIdentifier(MainActor.shared) {
            deliverInNestedLoop(on: MainActor.shared)
        }
        return true
    }

    /// Notes whom a message reaches that is accepted now, and retains it where its type is retained; `nil` if it is refused.
    private func accept(_ posting: Posting, from origin: Origin) -> PendingMessage? {
        let topic = posting.topic.object
        guard origin.depth <= policy.cycleLimit else {
            if let event = trace.cause { trace.mark(event, .refused("too many others led to it")) }
            reporting(origin) {
                policy.onError(
                    DeliveryFailure(
                        DeliveryCycle(origin), of: topic.name, topic.box(posting.value), from: posting.location))
            }
            return nil
        }
        var (message, forgotten) = (PendingMessage?.none, [PendingMessage]())
        withList(of: topic, for: topic.box(posting.value)) { list, state in
            let new = PendingMessage(
                topic.box(posting.value), of: topic, in: self, from: origin, about: posting.subject?.object, to: list)
            message = new
            guard topic.isRetained.load(ordering: .relaxed) else { return }
            state.lastID += 1
            for topic in sequence(first: topic, next: \.upper) {
                if let old = topic.retained.append(new, numbered: state.lastID) { forgotten.append(old) }
            }
        }
        for message in forgotten { message.endRetaining() }
        return message
    }

    /// Lets what waits in a scope be delivered when a handler of it runs a loop of its own, as one that shows a modal dialog
    /// does.
    ///
    /// The actor gets a job, which such a loop runs. If the handlers return without, it finds nothing to do.
    private func deliverInNestedLoop(on actor: any Actor) {
        let id = ObjectIdentifier(actor)
        guard tree.state.withLock({ $0.nestedLoops.insert(id).inserted }) else { return }
        ActorQueue(of: actor).callLater { self.deliverInNestedLoop(id) }
    }

    private func deliverInNestedLoop(_ actor: ObjectIdentifier) {
        tree.state.withLock { _ = $0.nestedLoops.remove(actor) }
        guard let scope = DeliveryScope.current(of: self, on: CurrentThread.current) else { return }
        let waiting = scope.takeAll()
        if waiting.isEmpty { return }
        run(on: actor) { scope in
            for message in waiting { scope.append(message) }
        }
    }
}
