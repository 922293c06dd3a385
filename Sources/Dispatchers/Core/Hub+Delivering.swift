extension Hub {
    /// Calls the subscribers of a topic that may be called here with the value at an address, and leaves it to the others.
    ///
    /// - Parameters:
    ///   - address: The address of the value, which is of the topic's type.
    ///   - topic: A topic of this hub.
    ///   - location: Where it was posted.
    ///   - origin: What led to it, if anything did.
    ///   - actor: The actor that is current.
    /// - Returns: Whether the hub is open.
    @discardableResult
    func deliver(
        _ address: UnsafeRawPointer, on topic: Unmanaged<Topic>, at location: SourceLocation,
        because origin: Origin? = nil, actor: ObjectIdentifier?
    ) -> Bool {
        let posting = Posting(address: address, topic: topic, location: location, actor: actor)
        return Origin.lend(origin) { deliver(posting, because: $0, CurrentThread.Key.shared.current) }
    }

    /// The same for a thread that is known.
    @inline(__always)
    func deliver(_ posting: Posting, because origin: UnsafePointer<Origin>?, _ thread: CurrentThread) -> Bool {
        var reading = readers.begin(on: thread)
        guard let (list, count) = receivers(of: posting, &reading) else {
            readers.end(reading)
            return false
        }
        let scope = DeliveryScope.begin(
            in: self, on: thread, reading, for: posting.topic, at: posting.location, because: origin,
            actor: posting.actor, frame: CurrentThread.stackAddress)
        var delivery = Delivery(of: posting, in: self, scope)
        list._withUnsafeGuaranteedRef { deliver(&delivery, to: $0, count) }
        if scope.pointee.isWaiting { deliverWaiting(in: scope) }
        readers.end(DeliveryScope.end(scope, on: thread))
        return true
    }

    /// Whom a value reaches now; `nil` in a hub that is closed.
    @inline(__always)
    private func receivers(
        of posting: Posting, _ reading: inout Readers.Reading
    ) -> (list: Unmanaged<SubscriptionList>, count: Int)? {
        while true {
            guard let list = posting.topic._withUnsafeGuaranteedRef({ $0.list.load() }) else {
                let topic = posting.topic.takeUnretainedValue()
                guard withList(of: topic, for: topic.box(posting.address)) else { return nil }
                continue
            }
            if readers.isCurrent(reading) {
                let count = list._withUnsafeGuaranteedRef { $0.count }
                if readers.isCurrent(reading) { return (list, count) }
            }
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
    func delivering(
        _ message: PendingMessage, in scope: UnsafeMutablePointer<DeliveryScope>, _ body: (inout Delivery) -> Void
    ) {
        scope.pointee.begin(message)
        let subject = message.subject
        message.withAddress { address in
            let posting = Posting(
                address: address, topic: .passUnretained(message.topic), location: message.location,
                subject: subject.map { .passUnretained($0) }, actor: scope.pointee.actor)
            var delivery = Delivery(of: posting, in: self, scope, kept: message)
            body(&delivery)
        }
        withExtendedLifetime((subject, message)) {}
        scope.pointee.endMessage()
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
        _ body: (UnsafeMutablePointer<DeliveryScope>) throws(Failure) -> Void
    ) throws(Failure) {
        try Origin.lend(origin) { origin throws(Failure) in
            let thread = CurrentThread.Key.shared.current
            let scope = DeliveryScope.begin(
                in: self, on: thread, readers.begin(on: thread), for: topic.map { .passUnretained($0) }, at: location,
                because: origin, actor: actor, frame: CurrentThread.stackAddress)
            defer { readers.end(DeliveryScope.end(scope, on: thread)) }
            try body(scope)
            if let outer = scope.pointee.outerScope, outer.pointee.isFlushing, outer.pointee.tree == treeID {
                for message in scope.pointee.takeAll() { outer.pointee.append(message) }
            }
            deliverWaiting(in: scope)
        }
    }

    /// The same, but if the thread is in a scope, what is posted is delivered in that.
    func join(because origin: Origin? = nil, _ body: (UnsafeMutablePointer<DeliveryScope>) -> Void) {
        guard let scope = DeliveryScope.current(of: self, on: CurrentThread.Key.shared.current) else {
            return run(on: nil, because: origin, body)
        }
        DeliveryScope.flush(into: scope) { run(on: scope.pointee.actor, because: origin, body) }
    }

    /// Calls a report about something, unless that stems from a report: nothing that the report leads to is reported itself.
    func reporting(_ origin: Origin, _ report: () -> Void) {
        if origin.isReport { return }
        join(because: origin.reported) { _ in report() }
    }

    /// Delivers what was posted in a scope, one after the other.
    @inline(never)
    private func deliverWaiting(in scope: UnsafeMutablePointer<DeliveryScope>) {
        while let message = scope.pointee.popFirst() {
            // It may reach some who subscribed after the scope was counted as a reader.
            if !readers.isCurrent(scope.pointee.reading) { readers.renew(&scope.pointee.reading) }
            let (subject, receivers) = (message.heldSubject.take(), message.receivers.take())
            delivering(message, in: scope) { delivery in
                if let receivers { deliver(&delivery, to: receivers.list, receivers.count) }
            }
            withExtendedLifetime((subject, receivers)) {}
        }
    }
}
