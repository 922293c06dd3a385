extension Hub {
    /// Calls the subscribers of a topic that may be called here with a value, and leaves it to the others.
    ///
    /// - Parameters:
    ///   - value: A value of the topic's type.
    ///   - topic: A topic of this hub.
    ///   - location: Where it was posted.
    ///   - origin: What led to it, if anything did.
    ///   - actor: The actor that is current.
    ///   - isConfined: Whether subscribers on other actors must not receive it.
    /// - Returns: Whether the hub is open.
    @discardableResult
    func deliver(
        _ value: Lent, on topic: Topic, at location: SourceLocation, because origin: Origin? = nil,
        actor: ObjectIdentifier?, isConfined: Bool = false
    ) -> Bool {
        let posting = Posting(
            value: value, topic: Borrowed(topic), location: location, actor: actor, isConfined: isConfined)
        return Lent.lend(ifAny: origin) { deliver(posting, because: $0, CurrentThread.current) }
    }

    /// The same for a thread that is known.
    @inline(__always)
    func deliver(_ posting: Posting, because origin: Lent?, _ thread: CurrentThread) -> Bool {
        var reading = readers.begin(on: thread)
        guard let list = receivers(of: posting, &reading) else {
            readers.end(reading)
            return false
        }
        let scope = DeliveryScope.begin(
            DeliveryScope.Context(
                tree: ObjectIdentifier(tree), actor: posting.actor, reading: reading, topic: posting.topic,
                location: posting.location,
                origin: origin, frame: CurrentThread.stackAddress), on: thread)
        var delivery = Delivery(of: posting, in: self, scope)
        list.with { deliver(&delivery, to: $0) }
        if scope.with({ $0.count > 0 }) { deliverWaiting(in: scope.object) }
        readers.end(scope.with { $0.end(on: thread) })
        return true
    }

    /// The subscribers that a value reaches now; `nil` in a hub that is closed.
    @inline(__always)
    private func receivers(of posting: Posting, _ reading: inout Readers.Reading) -> Borrowed<SubscriptionList>? {
        while true {
            guard let list = posting.topic.with({ $0.list.load() }) else {
                let topic = posting.topic.object
                guard withList(of: topic, for: topic.box(posting.value)) else { return nil }
                continue
            }
            if readers.isCurrent(reading) { return list }
            readers.renew(&reading)
        }
    }

    /// Delivers a message that was kept to some of its subscribers, on their actor, as a part of it.
    func deliverPart(_ message: PendingMessage, to subscriptions: [Subscription], on actor: ObjectIdentifier?) {
        run(on: actor) { scope in
            delivering(message, in: scope) { delivery in
                for subscription in subscriptions {
                    guard let handler = subscription.handler(for: delivery) else { continue }
                    call(handler, of: subscription, &delivery)
                }
                message.endPart(isReceived: delivery.isReceived)
            }
        }
    }

    /// Makes a message that was kept what is being delivered in a scope.
    func delivering(_ message: PendingMessage, in scope: DeliveryScope, _ body: (inout Delivery) -> Void) {
        let subject = message.subject
        scope.delivering(message) {
            message.lend { value in
                let posting = Posting(
                    value: value, topic: Borrowed(message.topic), location: message.location,
                    subject: subject.map { Borrowed($0) }, actor: scope.actor)
                var delivery = Delivery(of: posting, in: self, Borrowed(scope), kept: message)
                body(&delivery)
            }
        }
        withExtendedLifetime((subject, message)) {}
    }

    /// Does something in a scope of its own, and then delivers what was posted in it.
    ///
    /// - Parameters:
    ///   - actor: The actor that is current.
    ///   - origin: What is the cause of what is made meanwhile.
    ///   - topic: What is being done, as long as no message is delivered.
    ///   - location: Where that was written.
    ///   - body: What to do.
    /// - Throws: What the body throws.
    func run<Failure: Error>(
        on actor: ObjectIdentifier?, because origin: Origin? = nil, for topic: Topic? = nil,
        at location: SourceLocation = SourceLocation(),
        _ body: (DeliveryScope) throws(Failure) -> Void
    ) throws(Failure) {
        try Lent.lend(ifAny: origin) { origin throws(Failure) in
            let thread = CurrentThread.current
            let scope = DeliveryScope.begin(
                DeliveryScope.Context(
                    tree: ObjectIdentifier(tree), actor: actor, reading: readers.begin(on: thread),
                    topic: topic.map { Borrowed($0) },
                    location: location, origin: origin, frame: CurrentThread.stackAddress), on: thread
            ).object
            defer { readers.end(scope.end(on: thread)) }
            try body(scope)
            if let outer = scope.outer, outer.isFlushing, outer.context.tree == ObjectIdentifier(tree) {
                for message in scope.takeAll() { outer.append(message) }
            }
            deliverWaiting(in: scope)
        }
    }

    /// The same, but if the thread is in a scope, what is posted is delivered in that.
    func join(because origin: Origin? = nil, _ body: (DeliveryScope) -> Void) {
        guard let scope = DeliveryScope.current(of: self, on: CurrentThread.current) else {
            return run(on: nil, because: origin, body)
        }
        scope.flush { run(on: scope.actor, because: origin, body) }
    }

    /// Calls a report about something, unless that stems from a report: nothing that the report leads to is reported itself.
    func reporting(_ origin: Origin, _ report: () -> Void) {
        if origin.isReport { return }
        join(because: origin.reported) { _ in report() }
    }

    /// Delivers what was posted in a scope, one after the other.
    @inline(never)
    private func deliverWaiting(in scope: DeliveryScope) {
        while let message = scope.popFirst() {
            scope.renew(readers)
            let (subject, list) = (message.heldSubject.exchange(nil), message.receivers.exchange(nil))
            delivering(message, in: scope) { delivery in
                if let list { deliver(&delivery, to: list) }
            }
            withExtendedLifetime((subject, list)) {}
        }
    }
}
