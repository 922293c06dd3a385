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
        let thread = CurrentThread.Key.shared.current
        // Asked here, as far out as possible: the frames of scopes that were left are further in.
        if thread.scope != nil { PostScope.discardStale(on: thread) }
        return withUnsafePointer(to: message) { address in
            post(
                UnsafeRawPointer(address), as: lentTopic(of: Message.self), about: subject, at: location, on: actor,
                thread)
        }
    }

    /// Accepts a message that somebody will deliver, and retains it where its type is retained; `nil` if it is refused.
    func accept<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)?, at location: SourceLocation,
        settling: Settling?
    ) -> PendingMessage? {
        withUnsafePointer(to: message) { address in
            var accepted: PendingMessage?
            withDynamicTopic(of: UnsafeRawPointer(address), as: lentTopic(of: Message.self)) { address, topic in
                var origin = Origin(of: topic.takeUnretainedValue(), at: location, on: readers.currentThread)
                if let settling { origin = origin.settling(settling) }
                accepted = accept(address, on: topic.takeUnretainedValue(), from: origin, about: subject)
            }
            return accepted
        }
    }

    private func lentTopic<Message: Sendable>(of type: Message.Type) -> Unmanaged<Topic> {
        topic(ObjectIdentifier(type)) ?? .passUnretained(topic(of: type))
    }

    private func post(
        _ address: UnsafeRawPointer, as topic: Unmanaged<Topic>, about subject: (any AnyObject & Sendable)?,
        at location: SourceLocation, on actor: (any Actor)?, _ thread: CurrentThread
    ) -> Bool {
        if topic._withUnsafeGuaranteedRef({ $0.kind == .value }) {
            return post(address, on: topic, about: subject, at: location, on: actor, thread)
        }
        var isAccepted = false
        withDynamicTopic(of: address, as: topic) { address, topic in
            isAccepted = post(address, on: topic, about: subject, at: location, on: actor, thread)
        }
        return isAccepted
    }

    /// Calls a body with a message as one of its own type: an object by its dynamic type, an optional and an existential by
    /// what it holds.
    private func withDynamicTopic(
        of address: UnsafeRawPointer, as topic: Unmanaged<Topic>,
        _ body: (UnsafeRawPointer, Unmanaged<Topic>) -> Void
    ) {
        switch topic._withUnsafeGuaranteedRef({ $0.kind }) {
        case .value: body(address, topic)
        case .object:
            let object = Unmanaged<AnyObject>.fromOpaque(address.load(as: UnsafeRawPointer.self))
            let type = object._withUnsafeGuaranteedRef { ObjectIdentifier(Swift.type(of: $0)) }
            body(address, self.topic(type) ?? .passUnretained(self.topic(ofObject: object.takeUnretainedValue())))
        case .optional, .existential:
            let isOpened = topic._withUnsafeGuaranteedRef {
                $0.open(address, in: self) { withDynamicTopic(of: $0, as: .passUnretained($1), body) }
            }
            if !isOpened { body(address, topic) }
        }
    }

    @inline(__always)
    private func post(
        _ address: UnsafeRawPointer, on topic: Unmanaged<Topic>, about subject: (any AnyObject & Sendable)?,
        at location: SourceLocation, on actor: (any Actor)?, _ thread: CurrentThread
    ) -> Bool {
        let isSimple = topic._withUnsafeGuaranteedRef {
            $0.list.load() != nil && !$0.isRetained.load(ordering: .relaxed)
        }
        guard isSimple, !trace.isOn, thread.scope == nil else {
            return postWithCare(address, on: topic.takeUnretainedValue(), about: subject, at: location, on: actor)
        }
        return deliver(
            address, on: topic, about: subject.map { .passUnretained($0) }, at: location,
            actor: actor.map { ObjectIdentifier($0) }, thread)
    }

    /// Delivers a message that is traced, retained, the first of its type, or posted inside of a handler.
    @inline(never)
    private func postWithCare(
        _ address: UnsafeRawPointer, on topic: Topic, about subject: (any AnyObject & Sendable)?,
        at location: SourceLocation, on actor: (any Actor)?
    ) -> Bool {
        guard trace.isOn else { return postKept(address, on: topic, about: subject, at: location, on: actor) }
        return trace.record(Trace.Subject(.post, of: topic.type, at: location)) {
            postKept(address, on: topic, about: subject, at: location, on: actor)
        }
    }

    private func postKept(
        _ address: UnsafeRawPointer, on topic: Topic, about subject: (any AnyObject & Sendable)?,
        at location: SourceLocation, on actor: (any Actor)?
    ) -> Bool {
        let thread = readers.currentThread
        let scope = PostScope.current(of: self, on: thread)
        let origin = Origin(of: topic, at: location, on: thread)
        guard let message = accept(address, on: topic, from: origin, about: subject) else { return false }
        guard let scope else {
            withExtendedLifetime(subject) { deliver(message, on: actor.map { ObjectIdentifier($0) }) }
            return true
        }
        message.heldSubject = subject
        scope.pointee.append(message)
        let isOnMainActor = scope.pointee.actor == ObjectIdentifier(MainActor.shared)
        if let actor = actor ?? (isOnMainActor ? MainActor.shared : nil) { deliverInNestedLoop(on: actor) }
        return true
    }

    /// Notes whom a message reaches that is accepted now, and retains it, under one lock, where its type is retained; `nil`
    /// if it is refused.
    private func accept(
        _ address: UnsafeRawPointer, on topic: Topic, from origin: Origin, about subject: (any AnyObject & Sendable)?
    ) -> PendingMessage? {
        guard origin.depth <= policy.cycleLimit else {
            policy.onRefused?(self, origin, topic.box(address))
            return nil
        }
        var facts = PendingMessage.Facts(hub: self, origin: origin, subject: subject)
        facts.receivers = snapshot(of: topic, for: address)
        guard facts.receivers != nil else { return nil }
        guard topic.isRetained.load(ordering: .relaxed) else { return topic.keep(address, facts) }
        var message: PendingMessage?
        var forgotten: [PendingMessage] = []
        let isOpen = publish(topic, for: topic.box(address)) { list in
            facts.receivers = Snapshot(list: list, count: list.count)
            let new = topic.keep(address, facts)
            for hub in sequence(first: self, next: \.parent) {
                if let old = hub.policy.retain?(new) { forgotten.append(old) }
            }
            message = new
        }
        for message in forgotten { message.endRetaining() }
        return isOpen ? message : nil
    }

    /// Whom a value of a topic reaches now; `nil` in a hub that is closed.
    private func snapshot(of topic: Topic, for address: UnsafeRawPointer) -> Snapshot? {
        var reading = readers.begin(on: readers.currentThread)
        let receivers = receivers(of: .passUnretained(topic), for: address, &reading)
        let snapshot = receivers.map { Snapshot(list: $0.list.takeUnretainedValue(), count: $0.count) }
        readers.end(reading)
        return snapshot
    }
}

extension Hub {
    /// Lets what waits in a scope be delivered when a handler of it runs a loop of its own, as one that shows a modal dialog
    /// does.
    ///
    /// The actor gets a job, which such a loop runs. If the handlers return without, it finds nothing to do.
    private func deliverInNestedLoop(on actor: any Actor) {
        let id = ObjectIdentifier(actor)
        guard tree.state.withLock({ $0.nestedLoops.insert(id).inserted }) else { return }
        if actor === MainActor.shared {
            Task.detached { @MainActor in self.deliverInNestedLoop(id) }
        } else {
            Task.detached { await self.deliverInNestedLoop(standingOn: actor) }
        }
    }

    private func deliverInNestedLoop(standingOn actor: isolated any Actor) {
        deliverInNestedLoop(ObjectIdentifier(actor))
    }

    private func deliverInNestedLoop(_ actor: ObjectIdentifier) {
        tree.state.withLock { _ = $0.nestedLoops.remove(actor) }
        guard let scope = PostScope.current(of: self, on: readers.currentThread), scope.pointee.isWaiting else {
            return
        }
        let waiting = scope.pointee.takeAll()
        run(on: actor) { scope in
            for message in waiting { scope.pointee.append(message) }
        }
    }
}
