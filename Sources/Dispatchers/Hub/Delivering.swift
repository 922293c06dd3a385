import SignalboxCore
import Synchronization

extension Hub {
    /// Delivers a value to the subscribers of its topic, and then the messages that are posted meanwhile.
    ///
    /// Subscribers that may be called on this thread are called. For the others, the value waits in their queues.
    ///
    /// - Parameters:
    ///   - posting: The value, of a topic of this hub.
    ///   - cause: The post, set or call.
    ///   - actor: The current actor.
    ///   - thread: The current thread.
    /// - Returns: `true` if the hub is open.
    @inline(never)
    func deliver(
        _ posting: Posting, because cause: Cause, on actor: ObjectIdentifier?, _ thread: CurrentThread
    ) -> Bool {
        deliverInline(posting, because: cause, on: actor, thread)
    }

    /// Delivers a value that nothing led to.
    ///
    /// A function of its own, since an optional cause would be copied, which takes a hundred instructions.
    @inline(never)
    func deliver(_ posting: Posting, on actor: ObjectIdentifier?, _ thread: CurrentThread) -> Bool {
        deliverInline(posting, on: actor, thread)
    }

    /// Delivers a value as `deliver` does, inlined, so that the posting is made where the scope stores it.
    @inline(__always)
    func deliverInline(
        _ posting: Posting, because cause: Cause? = nil, on actor: ObjectIdentifier?, _ thread: CurrentThread
    ) -> Bool {
        DeliveryScope.begin(in: self, delivering: posting, because: cause, on: actor, thread).with { scope in
            defer { scope.end(on: thread) }
            var time = Readers.never
            guard let list = receivers(of: posting.topic, in: scope, at: &time) else { return false }
            if list.with({ $0.isPlain }), !trace.isOn {
                deliverPlainly(posting.value, to: list, in: scope, at: time)
            } else if list.with({ $0.keepsMessages }) {
                guard acceptPosting(of: scope) else { return false }
            } else {
                deliver(to: list, in: scope, at: time)
            }
            if scope.hasPosts { deliverPosts(in: scope) }
            return true
        }
    }

    /// Returns the subscribers that a value reaches now, and the time at which they were found; `nil` in a hub that is closed.
    @inline(__always)
    private func receivers(
        of topic: UnretainedReference<Topic>, in scope: DeliveryScope, at time: inout UInt64
    ) -> UnretainedReference<SubscriptionList>? {
        while true {
            time = readers.now
            scope.reader.begin(readers, at: time)
            let list = topic.with { $0.list.load() }
            if readers.now != time { continue }
            if let list, list.with({ isCurrent($0) }) { return list }
            guard makeList(in: scope) else { return nil }
        }
    }

    /// Makes the list of the subscribers that the value of a scope reaches.
    ///
    /// - Returns: `true` if the hub is open.
    @inline(never)
    private func makeList(in scope: DeliveryScope) -> Bool {
        guard let posting = scope.posting else { return false }
        let topic = posting.topic.object
        let value = topic.box(posting.value)
        var old: SubscriptionList?
        let new = tree.state.withLock { _ in list(of: topic, for: value, replacing: &old) }
        retire(old)
        return new != nil
    }

    /// Accepts the message of a scope, which is retained, to be delivered as one that was posted in the scope.
    ///
    /// - Returns: `false` if the hub was closed meanwhile.
    @inline(never)
    private func acceptPosting(of scope: DeliveryScope) -> Bool {
        guard let posting = scope.posting, let cause = scope.cause, let accepted = accept(posting, because: cause)
        else {
            return false
        }
        scope.append(accepted)
        return true
    }

    /// Delivers the value of a scope to the receivers of a list that is plain.
    @inline(__always)
    private func deliverPlainly(
        _ value: ValueAddress, to list: UnretainedReference<SubscriptionList>, in scope: DeliveryScope, at time: UInt64
    ) {
        let isReceived = list.with { list in
            // By its buffer, whose index is not checked twice. The list is unchanged and, as the receivers, alive while they are called.
            unsafe list.entries.withUnsafeBufferPointer { entries in
                var index = 0
                var missingCount = 0
                while index < entries.count, !scope.isConsumed {
                    if !call(unsafe entries[index], with: value, in: scope, at: time) { missingCount += 1 }
                    index += 1
                }
                return missingCount < index
            }
        }
        if !isReceived || scope.copy != nil { endDelivery(in: scope, isReceived: isReceived) }
    }

    /// Delivers the value of a scope to the receivers of a list, one step after the other.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - scope: The scope.
    ///   - time: The time at which the reader of the scope found the list, or `Readers.never`.
    @inline(never)
    private func deliver(to list: UnretainedReference<SubscriptionList>, in scope: DeliveryScope, at time: UInt64) {
        let isConfined = scope.posting?.isConfined ?? false
        var delivery = Delivery(to: .list(list), by: isConfined ? .nowhere : .queues, on: scope.actor)
        let entered = list.with { $0.queues.isEmpty } ? nil : prepareQueue(of: list.object, for: &delivery, in: scope)
        repeat {
            list.with { callPlainReceivers(of: $0, &delivery, in: scope, at: time) }
        } while !list.with({ delivery.isComplete(of: $0.entries.count) }) && takeStep(of: &delivery, in: scope)
        entered?.leave()
        endDelivery(in: scope, isReceived: delivery.isReceived)
    }

    /// Notes whether a receiver got the value of a scope.
    @inline(never)
    private func endDelivery(in scope: DeliveryScope, isReceived: Bool) {
        if let copy = scope.copy {
            copy.endDelivery(isReceived: isReceived)
        } else if !isReceived, policy.needsReceivers, trace.isOn || reportsDeadLetters(in: scope) {
            scope.makeCopy().endDelivery(isReceived: false)
        }
    }

    /// Returns whether the value of a scope is reported if it has no receiver.
    private func reportsDeadLetters(in scope: DeliveryScope) -> Bool {
        guard let topic = scope.posting?.topic else { return false }
        return topic.with { policy.reportsDeadLetters(of: $0) }
    }

    /// Makes sure that no value overtakes another one on the current actor.
    ///
    /// Waiting jobs are called first, unless calls are made in turn. Then the queue is entered. If it is busy, or has too many jobs to
    /// call them now, receivers on the current actor count as others do: the value waits in their queue.
    ///
    /// - Returns: The queue, if it was entered and has to be left; `nil` if no queue was entered.
    private func prepareQueue(
        of list: SubscriptionList, for delivery: inout Delivery, in scope: DeliveryScope
    ) -> ActorQueue? {
        guard let actor = scope.actor, let queue = queue(of: actor, in: list) else { return nil }
        if policy.callsInTurn {
            if queue.enter() { return queue }
            delivery.actor = nil
        } else if queue.isBusy, !scope.collectingPosts(queue.drainWaiting) {
            delivery.actor = nil
        }
        return nil
    }

    /// Returns the queue of an actor.
    ///
    /// A queue of the same identity may be that of an actor that was released.
    private func queue(of actor: ObjectIdentifier, in list: SubscriptionList) -> ActorQueue? {
        var found: ActorQueue?
        // By index: in a build for debugging an iterator allocates at each step.
        for index in list.queues.indices where list.queues[index].actorID == actor {
            if found == nil || list.queues[index].liveActor != nil { found = list.queues[index] }
        }
        return found
    }

    /// Calls the next receivers, as long as their handlers only have to be called with the value.
    ///
    /// The delivery could decide these steps as well. This loop does the same at a third of the cost.
    @inline(never)
    private func callPlainReceivers(
        of list: SubscriptionList, _ delivery: inout Delivery, in scope: DeliveryScope, at time: UInt64
    ) {
        guard let value = scope.posting?.value, !trace.isOn else { return }
        let here = delivery.actor.map { SubscriptionList.HomeActor($0) } ?? .anywhere
        let entries = list.entries
        var index = delivery.index
        // By index: in a build for debugging an iterator allocates at each step.
        while index < entries.count, entries[index].home == .anywhere || entries[index].home == here {
            if scope.isConsumed { break }
            if call(entries[index], with: value, in: scope, at: time) { delivery.markReceived() }
            index += 1
        }
        delivery.skip(to: index)
    }

    /// Calls the handler of a receiver with a value, and reports its error.
    ///
    /// - Returns: `true` if it counts as a receiver.
    @inline(__always)
    private func call(
        _ receiver: SubscriptionList.Entry, with value: ValueAddress, in scope: DeliveryScope, at time: UInt64
    ) -> Bool {
        guard let handler = handler(of: receiver, at: time) else { return false }
        do {
            if try handler.with({ try $0.receive(value) }) { return true }
            receiver.subscription.object.cancel()
            return false
        } catch {
            report(error, of: receiver.subscription.object, in: scope)
            return true
        }
    }

    /// Returns the handler of an entry of a list; `nil` if the subscription has ended.
    ///
    /// Soundness: `Hub.remove` takes the handler of a subscription, makes its lists out of date, begins a new time, and then retires the
    /// handler. A reader that has found a list which was not out of date reads since before the handler was retired, so the handler is
    /// not released while it reads. When `remove` has returned, the time is another one, and the handler in the list is not called.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - time: The time at which the reader found the list, or `Readers.never`.
    /// - Returns: The handler.
    @inline(__always)
    private func handler(of entry: SubscriptionList.Entry, at time: UInt64) -> UnretainedReference<Handler>? {
        if readers.now == time { return unsafe entry.handler }
        return entry.subscription.with { $0.loadHandler() }
    }

    /// Carries out the next step of a delivery.
    ///
    /// - Returns: `false` at the end of the delivery.
    private func takeStep(of delivery: inout Delivery, in scope: DeliveryScope) -> Bool {
        let isReceived: Bool
        switch delivery.next(about: scope.posting?.subject, isConsumed: scope.isConsumed) {
        case .call(let subscription): isReceived = call(subscription, in: scope)
        case .buffer(let subscription): isReceived = buffer(subscription, in: scope)
        case .enqueue(let subscriptions, let queue): isReceived = enqueue(subscriptions, in: queue, in: scope)
        case .refuse(let subscription): isReceived = refuse(subscription, in: scope)
        case .remove(let subscription):
            subscription.cancel()
            isReceived = false
        case .end: return false
        }
        if isReceived { delivery.markReceived() }
        return true
    }

    /// Delivers the posts that wait in a scope, one after the other.
    @inline(never)
    func deliverPosts(in scope: DeliveryScope) {
        while let next = scope.popFirstPost() {
            scope.reader.begin(readers, at: readers.now)
            let receivers = UnretainedReference(next.receivers)
            scope.withCurrent(next.message) { deliver(to: receivers, in: scope, at: Readers.never) }
            withExtendedLifetime(next) {}
        }
    }
}

// The steps of a delivery.
extension Hub {
    /// Calls a subscriber with the value of a scope, and reports its error.
    ///
    /// - Returns: `true` if it counts as a receiver.
    @discardableResult
    func call(_ subscription: Subscription, in scope: DeliveryScope) -> Bool {
        do {
            return try receive(subscription, in: scope)
        } catch {
            report(error, of: subscription, in: scope)
            return !subscription.isTap
        }
    }

    /// Calls a subscriber with the value of a scope, as a value of its topic.
    ///
    /// - Returns: `true` if it counts as a receiver.
    func receive(_ subscription: Subscription, in scope: DeliveryScope) throws -> Bool {
        guard let posting = scope.posting else { return false }
        if posting.topic.with({ !subscription.topic.needsConversion(from: $0) }) {
            return try receive(posting.value, by: subscription, in: scope)
        }
        if let posted = posting.posted, posted.topic.with({ $0.id }) == subscription.topic.id {
            return try receive(posted.value, by: subscription, in: scope)
        }
        guard let conversion = scope.conversion(to: subscription.topic) else { return false }
        return try conversion.lend { try receive($0, by: subscription, in: scope) }
    }

    /// Calls a subscriber with a value of its topic.
    ///
    /// While the trace is on, the call is an event.
    private func receive(_ value: ValueAddress, by subscription: Subscription, in scope: DeliveryScope) throws -> Bool {
        guard let handler = subscription.handlerForReader else { return false }
        if subscription.isTap {
            let isAlive = try trace.within(scope.copy?.event) { try tap(handler, value, in: scope) }
            if !isAlive { subscription.cancel() }
            return false
        }
        let isAlive =
            trace.isOn && !handler.isOrphaned
            ? try receiveTraced(value, by: handler, of: subscription, in: scope) : try handler.receive(value)
        if !isAlive { subscription.cancel() }
        return isAlive
    }

    /// Calls the handler of a subscriber as an event of the trace.
    ///
    /// A log of the trace, which is called at its end, consumes nothing.
    private func receiveTraced(
        _ value: ValueAddress, by handler: Handler, of subscription: Subscription, in scope: DeliveryScope
    ) throws -> Bool {
        var isConsumed = false
        defer { scope.isConsumed = isConsumed }
        let location = scope.posting?.location ?? subscription.location
        // A part of a state is recorded with its own name, and a message with its own type.
        let posted = scope.posting?.topic.object ?? subscription.topic
        let topic = subscription.topic.key == nil ? posted : subscription.topic
        let event = subscription.hub.event(.delivery, of: topic, at: location, to: subscription.location)
        return try trace.run(trace.begin(event, because: scope.copy?.event)) { () throws -> Bool in
            defer { isConsumed = scope.isConsumed }
            return try handler.receive(value)
        }
    }

    /// Calls a tap, which consumes nothing.
    ///
    /// - Returns: `false` if its subscription has to end.
    private func tap(_ handler: Handler, _ value: ValueAddress, in scope: DeliveryScope) throws -> Bool {
        let wasConsumed = scope.isConsumed
        defer { scope.isConsumed = wasConsumed }
        return try handler.receive(value)
    }

    /// Hands the value of a scope to a subscriber that keeps its own values.
    ///
    /// - Returns: `true` if the value counts as received.
    private func buffer(_ subscription: Subscription, in scope: DeliveryScope) -> Bool {
        guard let handler = subscription.handlerForReader else { return false }
        // Foreign code may run that is not a handler: it makes the key of a message, or the part of a state.
        let wasConsumed = scope.isConsumed
        defer { scope.isConsumed = wasConsumed }
        return handler.buffer(scope, for: subscription)
    }

    /// Leaves the value of a scope in a queue as one job, or reports that the queue is full.
    ///
    /// - Returns: `true` if the value counts as received: a value in a queue does when the queue has delivered it.
    private func enqueue(_ subscriptions: [Subscription], in queue: ActorQueue, in scope: DeliveryScope) -> Bool {
        switch enqueueCopy(for: subscriptions, in: queue, in: scope) {
        case .appended: return false
        case .refused:
            // The subscribers have received the retained messages meanwhile.
            return subscriptions.reduce(false) { isReceived, next in serve(next, in: scope) || isReceived }
        case .dropped(let loss):
            reportDrop(loss, of: scope.makeCopy(), for: subscriptions)
            return true
        }
    }

    /// Calls a subscriber of no actor, or hands it the value if it keeps its own values.
    private func serve(_ subscription: Subscription, in scope: DeliveryScope) -> Bool {
        let isBuffered = subscription.handlerForReader?.buffering == .always
        return isBuffered ? buffer(subscription, in: scope) : call(subscription, in: scope)
    }

    /// Leaves a copy of the value of a scope in a queue, as one delivery of the message and one job.
    ///
    /// - Parameters:
    ///   - subscriptions: The subscribers to call.
    ///   - queue: The queue.
    ///   - scope: The scope.
    ///   - isPublished: `true` if the loss of the value is in the report of its publication.
    /// - Returns: The result.
    func enqueueCopy(
        for subscriptions: [Subscription], in queue: ActorQueue, in scope: DeliveryScope, isPublished: Bool = false
    ) -> ActorQueue.Appending {
        let message = scope.makeCopy()
        let subject = message.subject
        let isReplay = subscriptions.first?.replayQueue === queue
        let actor = isReplay ? nil : queue.actorID
        let job: ActorQueue.Job = {
            withExtendedLifetime(subject) { message.hub.deliver(message, to: subscriptions, on: actor) }
        }
        message.beginDelivery()
        for subscription in subscriptions { subscription.waitingCount.add(1, ordering: .relaxed) }
        let limit = policy.queueLimit
        let isReported = !isPublished && !message.cause.isReport
        let appending =
            isReplay
            ? queue.appendIfBusy(limit: limit, isReported: isReported, job)
            : queue.append(limit: limit, isReported: isReported, job)
        if case .appended = appending { return appending }
        for subscription in subscriptions { subscription.waitingCount.subtract(1, ordering: .relaxed) }
        message.endDelivery(isReceived: false)
        return appending
    }

    /// Delivers a message to some of its subscribers, on their actor.
    func deliver(_ message: Envelope, to subscriptions: [Subscription], on actor: ObjectIdentifier?) {
        for subscription in subscriptions { subscription.waitingCount.subtract(1, ordering: .relaxed) }
        run(on: actor, with: message) { scope in
            var delivery = Delivery(to: .subscriptions(subscriptions), by: .direct, on: actor)
            while takeStep(of: &delivery, in: scope) {}
            message.endDelivery(isReceived: delivery.isReceived)
        }
    }
}
