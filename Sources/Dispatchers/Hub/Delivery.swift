import SignalboxCore

/// One value on its way to its receivers.
///
/// A delivery decides the next step, and a driver carries it out.
///
/// There are two drivers: that of `Delivering` is synchronous, and `visit` waits for each receiver.
struct Delivery {
    /// The next thing to do.
    enum Step {
        /// Calls a receiver: where the synchronous driver runs, or on the receiver's actor.
        case call(Subscription)

        /// Hands the value to a receiver that keeps its own values.
        case buffer(Subscription)

        /// Leaves the value in a queue, for receivers on one actor or for one that is replaying.
        case enqueue([Subscription], ActorQueue)

        /// Reports a receiver on another actor, which the value must not reach.
        case refuse(Subscription)

        /// Removes a subscription whose subject was released.
        case remove(Subscription)

        /// Ends the delivery.
        case end
    }

    /// The way in which the value reaches receivers on other actors than the current one.
    enum Reach {
        /// Through the queues of the actors, one job for each actor.
        case queues
        /// Not at all.
        case nowhere
        /// Every receiver is called or visited, one after the other, wherever it runs. They are not grouped by actor.
        case direct
    }

    /// The receivers, in the order in which they are called.
    enum Receivers {
        /// Those of a list, which the reader of the scope or the accepted message keeps alive.
        case list(UnretainedReference<SubscriptionList>)
        case subscriptions([Subscription])
    }

    private let receivers: Receivers
    private let reach: Reach

    /// The actor whose receivers may be called where the driver runs.
    var actor: ObjectIdentifier?

    /// A Boolean value that indicates whether a receiver got the value, or an error was reported instead.
    private(set) var isReceived = false

    /// The index of the next receiver.
    private(set) var index = 0

    /// The receivers on other actors, by their queue.
    private var groups: [(queue: ActorQueue, subscriptions: [Subscription])] = []

    /// Begins the delivery to some receivers.
    init(to receivers: Receivers, by reach: Reach, on actor: ObjectIdentifier?) {
        self.receivers = receivers
        self.reach = reach
        self.actor = actor
    }

    /// A Boolean value that indicates whether every receiver was served.
    @inline(__always)
    func isComplete(of count: Int) -> Bool { index == count && groups.isEmpty }

    /// Skips the receivers before an index, which the driver has called itself.
    mutating func skip(to index: Int) {
        self.index = index
    }

    /// Notes that a receiver got the value, or that an error was reported instead.
    mutating func markReceived() {
        isReceived = true
    }

    /// Returns the next step.
    ///
    /// - Parameters:
    ///   - subject: The object that the value is about.
    ///   - isConsumed: `true` if a handler keeps the value from later receivers.
    /// - Returns: The step.
    mutating func next(about subject: UnretainedReference<any AnyObject & Sendable>?, isConsumed: Bool) -> Step {
        while !isConsumed, let subscription = nextSubscription() {
            if let step = step(for: subscription, about: subject) { return step }
        }
        if groups.isEmpty { return .end }
        let group = groups.removeFirst()
        return .enqueue(group.subscriptions, group.queue)
    }

    private mutating func nextSubscription() -> Subscription? {
        defer { index += 1 }
        switch receivers {
        case .list(let list): return list.with { index < $0.entries.count ? $0.subscriptions[index] : nil }
        case .subscriptions(let all): return index < all.count ? all[index] : nil
        }
    }

    /// Returns the step for one receiver; `nil` if there is none, or none yet.
    private mutating func step(
        for subscription: Subscription, about subject: UnretainedReference<any AnyObject & Sendable>?
    ) -> Step? {
        guard let handler = subscription.handlerForReader else { return nil }
        switch subscription.match(subject) {
        case .subjectIsReleased: return .remove(subscription)
        case .isAboutAnother: return nil
        case .isWanted: break
        }
        // The jobs of a replay, which deliver directly, do not wait for the replay.
        if reach != .direct, let queue = subscription.replayQueue, queue.isBusy {
            return .enqueue([subscription], queue)
        }
        if handler.buffering == .always { return .buffer(subscription) }
        guard reach != .direct else { return .call(subscription) }
        guard let queue = subscription.queue, queue.actorID != actor else { return .call(subscription) }
        if reach == .nowhere { return .refuse(subscription) }
        if handler.buffering == .onOtherActors { return .buffer(subscription) }
        add(subscription, to: queue)
        return nil
    }

    private mutating func add(_ subscription: Subscription, to queue: ActorQueue) {
        if let index = groups.lastIndex(where: { $0.queue === queue }) {
            groups[index].subscriptions.append(subscription)
        } else {
            groups.append((queue, [subscription]))
        }
    }
}

// The asynchronous driver of deliveries.

extension Delivery {
    /// The answer of a receiver that was visited.
    struct Answer: Sendable {
        var isReceived = false
        var isConsumed = false
    }

    /// Visits one receiver after the other, and waits for each.
    ///
    /// - Parameters:
    ///   - subject: The object that the value is about.
    ///   - isolation: The actor on which this is called.
    ///   - serve: Gives the value to a receiver, and returns its answer.
    mutating func visit(
        about subject: UnretainedReference<any AnyObject & Sendable>?, isolation: isolated (any Actor)? = #isolation,
        _ serve: (Subscription) async -> Answer
    ) async {
        var isConsumed = false
        while true {
            switch next(about: subject, isConsumed: isConsumed) {
            case .call(let subscription), .buffer(let subscription):
                let answer = await serve(subscription)
                if answer.isReceived { markReceived() }
                isConsumed = answer.isConsumed
            case .remove(let subscription): subscription.cancel()
            case .enqueue, .refuse: preconditionFailure("a receiver that is visited is not left a value")
            case .end: return
            }
        }
    }
}
