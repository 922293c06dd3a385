extension Hub {
    /// Calls the subscribers of a topic that may be called here with a value, and leaves it to the others.
    ///
    /// - Parameters:
    ///   - posting: The value, of a topic of this hub.
    ///   - cause: Its origin, if something led to it.
    ///   - actor: The actor that is current.
    ///   - thread: The current thread.
    /// - Returns: Whether the hub is open.
    ///
    /// It is no part of its caller, as `run` is not.
    @inline(never)
    func deliver(
        _ posting: Posting, because cause: Origin? = nil, on actor: ObjectIdentifier?, _ thread: CurrentThread
    ) -> Bool {
        let scope = DeliveryScope.begin(in: self, for: posting, because: cause, on: actor, thread)
        return scope.with { scope in
            defer { scope.end(on: thread) }
            guard let list = receivers(of: posting, in: scope) else { return false }
            list.with { $0.isRetained ? keep(posting, in: scope) : call($0, in: scope) }
            if scope.hasPosts { deliverPosts(in: scope) }
            return true
        }
    }

    /// The subscribers that a value reaches now; `nil` in a hub that is closed.
    @inline(__always)
    private func receivers(of posting: Posting, in scope: DeliveryScope) -> Borrowed<SubscriptionList>? {
        while true {
            let time = readers.now
            scope.reader.begin(readers, at: time)
            let list = posting.topic.with { $0.list.load() }
            if readers.now != time { continue }
            if let list, list.with({ isCurrent($0) }) { return list }
            let (topic, message) = (posting.topic.object, posting.topic.object.box(posting.value))
            var old: SubscriptionList?
            let new = tree.state.withLock { _ in self.list(of: topic, for: message, replacing: &old) }
            retire(old)
            if new == nil { return nil }
        }
    }

    /// Lets a message that is retained be delivered as one that was posted inside of the scope.
    private func keep(_ posting: Posting, in scope: DeliveryScope) {
        if let accepted = scope.origin.flatMap({ accept(posting, from: $0) }) { scope.append(accepted) }
    }

    /// Delivers a message that was kept to some of its subscribers, on their actor, as a part of it.
    func deliverPart(_ message: PendingMessage, to subscriptions: [Subscription], on actor: ObjectIdentifier?) {
        run(on: actor, with: message) { scope in
            for subscription in subscriptions {
                if let handler = subscription.handler(in: scope) { call(handler, of: subscription, in: scope) }
            }
            message.endPart(isReceived: scope.isReceived)
        }
    }

    /// Does something in a scope of its own in which a message that was kept is being delivered.
    func run(on actor: ObjectIdentifier?, with message: PendingMessage, _ body: (DeliveryScope) -> Void) {
        run(on: actor) { scope in scope.deliver(message) { body(scope) } }
    }

    /// Does something in a scope of its own, and then delivers what was posted in it.
    ///
    /// - Parameters:
    ///   - actor: The actor that is current.
    ///   - cause: The origin of the body.
    ///   - body: What to do.
    /// - Throws: What the body throws.
    ///
    /// It is no part of its caller, as a scope notes an address of the stack: an asynchronous function has its frame elsewhere.
    @inline(never)
    func run<Failure: Error>(
        on actor: ObjectIdentifier?, because cause: Origin? = nil, _ body: (DeliveryScope) throws(Failure) -> Void
    ) throws(Failure) {
        let scope = DeliveryScope.begin(in: self, because: cause, on: actor, .current).object
        scope.reader.begin(readers, at: readers.now)
        defer { leave(scope) }
        try body(scope)
    }

    /// Delivers what was posted in such a scope, and ends it.
    private func leave(_ scope: DeliveryScope) {
        if let outer = scope.flushing { for message in scope.takeAll() { outer.append(message) } }
        deliverPosts(in: scope)
        scope.end(on: CurrentThread.current)
    }

    /// The same, but if the thread is in a scope, what is posted is delivered in that.
    func join(because cause: Origin? = nil, _ body: (DeliveryScope) -> Void) {
        guard let scope = DeliveryScope.current(of: self, on: CurrentThread.current) else {
            return run(on: nil, because: cause, body)
        }
        scope.flush { run(on: scope.actor, because: cause, body) }
    }

    /// Calls a report about something, unless that stems from a report: nothing that the report leads to is reported itself.
    @inline(never)
    func reporting(_ origin: Origin, _ report: () -> Void) {
        if !origin.isReport { join(because: origin.reported) { _ in report() } }
    }

    /// Delivers what was posted in a scope, one after the other.
    @inline(never)
    private func deliverPosts(in scope: DeliveryScope) {
        while let next = scope.popFirst() {
            scope.reader.begin(readers, at: readers.now)
            scope.deliver(next.message) { call(next.receivers, in: scope) }
            withExtendedLifetime(next) {}
        }
    }
}
