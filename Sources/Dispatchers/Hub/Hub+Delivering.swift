import SignalboxCore
import Synchronization

// The synchronous driver of deliveries.

extension Hub {
    /// Delivers a value to the subscribers of its topic, and then the messages that are posted meanwhile.
    ///
    /// Subscribers that may be called on this thread are called. For the others, the value waits in their queues.
    ///
    /// - Parameters:
    ///   - posting: The value, of a topic of this hub.
    ///   - cause: The post, set or call, if something led to it.
    ///   - actor: The current actor.
    ///   - thread: The current thread.
    /// - Returns: `true` if the hub is open.
    @inline(never)
    func deliver(
        _ posting: Posting, because cause: Cause? = nil, on actor: ObjectIdentifier?, _ thread: CurrentThread
    ) -> Bool {
        DeliveryScope.begin(in: self, delivering: posting, because: cause, on: actor, thread).with { scope in
            defer { scope.end(on: thread) }
            guard let list = receivers(of: posting, in: scope) else { return false }
            if list.with({ $0.keepsMessages }) {
                accept(posting, in: scope)
            } else {
                deliver(to: list, in: scope)
            }
            if scope.hasPosts { deliverPosts(in: scope) }
            return true
        }
    }

    /// Returns the subscribers that a value reaches now; `nil` in a hub that is closed.
    @inline(__always)
    private func receivers(of posting: Posting, in scope: DeliveryScope) -> UnretainedReference<SubscriptionList>? {
        while true {
            let time = readers.now
            scope.reader.begin(readers, at: time)
            let list = posting.topic.with { $0.list.load() }
            if readers.now != time { continue }
            if let list, list.with({ isCurrent($0) }) { return list }
            guard makeList(for: posting) else { return nil }
        }
    }

    /// Makes the list of the subscribers that a value reaches.
    ///
    /// - Returns: `true` if the hub is open.
    @inline(never)
    private func makeList(for posting: Posting) -> Bool {
        let topic = posting.topic.object
        let value = topic.box(posting.value)
        var old: SubscriptionList?
        let new = tree.state.withLock { _ in list(of: topic, for: value, replacing: &old) }
        retire(old)
        return new != nil
    }

    /// Accepts a message that is retained, to be delivered as one that was posted in the scope.
    private func accept(_ posting: Posting, in scope: DeliveryScope) {
        if let cause = scope.cause, let accepted = accept(posting, because: cause) { scope.append(accepted) }
    }

    /// Delivers the value of a scope to the receivers of a list, and notes whether one received it.
    private func deliver(to list: UnretainedReference<SubscriptionList>, in scope: DeliveryScope) {
        let isConfined = scope.posting?.isConfined ?? false
        var delivery = Delivery(to: .list(list), by: isConfined ? .nowhere : .queues, on: scope.actor)
        let entered = list.with { $0.queues.isEmpty } ? nil : prepareQueue(of: list.object, for: &delivery, in: scope)
        repeat {
            list.with { callPlainReceivers(of: $0, &delivery, in: scope) }
        } while !list.with({ delivery.isComplete(of: $0.entries.count) }) && takeStep(of: &delivery, in: scope)
        entered?.leave()
        if let copy = scope.copy {
            copy.endDelivery(isReceived: delivery.isReceived)
        } else if !delivery.isReceived, policy.needsReceivers, trace.isOn || reportsDeadLetters(in: scope) {
            scope.makeCopy().endDelivery(isReceived: false)
        }
    }

    /// Returns whether the value of a scope is reported if it has no receiver.
    private func reportsDeadLetters(in scope: DeliveryScope) -> Bool {
        guard let topic = scope.posting?.topic else { return false }
        return topic.with { policy.reportsDeadLetters(of: $0) }
    }

    /// Calls the next receivers, as long as their handlers only have to be called with the value.
    ///
    /// The delivery could decide these steps as well. This loop does the same at a third of the cost.
    @inline(never)
    private func callPlainReceivers(of list: SubscriptionList, _ delivery: inout Delivery, in scope: DeliveryScope) {
        guard let value = scope.posting?.value, !trace.isOn else { return }
        let here = delivery.actor.map { SubscriptionList.HomeActor($0) } ?? .anywhere
        let entries = list.entries
        var index = delivery.index
        // By index: in a build for debugging an iterator allocates at each step.
        while index < entries.count, entries[index].home == .anywhere || entries[index].home == here {
            if scope.isConsumed { break }
            let subscription = entries[index].subscription
            index += 1
            guard let handler = subscription.with({ $0.loadHandler() }) else { continue }
            do {
                if try handler.with({ try $0.receive(value) }) {
                    delivery.markReceived()
                } else {
                    subscription.object.cancel()
                }
            } catch {
                report(error, of: subscription.object, in: scope)
                delivery.markReceived()
            }
        }
        delivery.skip(to: index)
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

    /// Delivers a message to some of its subscribers, on their actor.
    func deliver(_ message: PendingMessage, to subscriptions: [Subscription], on actor: ObjectIdentifier?) {
        for subscription in subscriptions { subscription.waitingCount.subtract(1, ordering: .relaxed) }
        run(on: actor, with: message) { scope in
            var delivery = Delivery(to: .subscriptions(subscriptions), by: .direct, on: actor)
            while takeStep(of: &delivery, in: scope) {}
            message.endDelivery(isReceived: delivery.isReceived)
        }
    }

    /// Delivers the posts that wait in a scope, one after the other.
    @inline(never)
    func deliverPosts(in scope: DeliveryScope) {
        while let next = scope.popFirstPost() {
            scope.reader.begin(readers, at: readers.now)
            scope.withCurrent(next.message) { deliver(to: UnretainedReference(next.receivers), in: scope) }
            withExtendedLifetime(next) {}
        }
    }
}
