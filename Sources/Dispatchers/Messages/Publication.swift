/// A message that is published: delivered to one subscriber after the other, each of which is waited for.
struct Publication {
    private let message: PendingMessage
    private let stage: DeliveryStage
    private let delayedPosts: DelayedPosts
    private var report = DeliveryReport()

    private var hub: Hub { message.hub }

    /// Delivers a message to its receivers, and then the messages that their handlers posted.
    static func deliver(
        _ accepted: AcceptedMessage, until stage: DeliveryStage, on isolation: isolated (any Actor)?
    ) async -> DeliveryReport {
        let message = accepted.message
        let posts = DelayedPosts(in: message.hub.tree, limit: message.hub.policy.queueLimit)
        var publication = Publication(message: message, stage: stage, delayedPosts: posts)
        let subject = accepted.subject.map { UnretainedReference($0) }
        var delivery = Delivery(to: .subscriptions(accepted.receivers.subscriptions), by: .direct, on: nil)
        await delivery.visit(about: subject) { await publication.serve($0, on: isolation) }
        message.hub.run(on: isolation.map { ObjectIdentifier($0) }) { scope in
            for post in posts.takeAll() { scope.append(post) }
        }
        message.endDelivery(isReceived: delivery.isReceived)
        return withExtendedLifetime(accepted) { publication.report }
    }

    /// Delivers the message to a subscriber, and adds the result to the report.
    private mutating func serve(
        _ subscription: Subscription, on isolation: isolated (any Actor)?
    ) async -> Delivery.Answer {
        await subscription.replayQueue?.waitForAll()
        let handler = subscription.currentHandler
        if handler?.isOrphaned ?? true {
            subscription.cancel()
            return Delivery.Answer()
        }
        if let inbox = handler as? InboxHandler {
            return add(await put(in: inbox, of: subscription))
        }
        if stage == .queued, let queue = subscription.queue, queue.liveActor !== isolation {
            return leave(subscription, in: queue)
        }
        // No value overtakes those that wait for the actor.
        await subscription.queue?.waitForAll()
        let result = await call(subscription, on: subscription.queue?.liveActor ?? isolation)
        return add(result, isTap: subscription.isTap)
    }

    private mutating func add(_ result: DeliveryReport, isTap: Bool = false) -> Delivery.Answer {
        report += result
        let isReceived = result.delivered + result.failed.count + result.dropped > 0
        return Delivery.Answer(isReceived: isReceived && !isTap, isConsumed: result.isConsumed)
    }

    /// Leaves the message in the queue of an actor.
    ///
    /// The subscriber has received it when the queue has called it.
    private mutating func leave(_ subscription: Subscription, in queue: ActorQueue) -> Delivery.Answer {
        var appending = ActorQueue.Appending.refused
        hub.run(on: nil, with: message) { scope in
            appending = hub.enqueueCopy(for: [subscription], in: queue, in: scope, isPublished: true)
        }
        switch appending {
        case .appended:
            report.delivered += 1
            return Delivery.Answer()
        case .dropped(let loss):
            hub.reportDrop(loss, of: message, for: [subscription])
            return add(DeliveryReport(dropped: 1))
        case .refused:
            return Delivery.Answer()
        }
    }

    /// Puts the message into the inbox of a sequence or of an asynchronous handler.
    private func put(in handler: InboxHandler, of subscription: Subscription) async -> DeliveryReport {
        let inbox = handler.inbox
        // Of two handlers that publish to one another none must wait for the other.
        let mayWait = inbox.runningCalls == nil || TaskScope.current == nil
        let untilHandled = inbox.runningCalls != nil && stage != .queued && mayWait
        let result = await inbox.publish(
            message, of: subscription, delaying: untilHandled ? delayedPosts : nil, mayWait: mayWait)
        if result.delivered > 0 { handler.traceQueued(message, for: subscription) }
        return result
    }

    /// Calls a subscriber on its actor, or on the publisher's if it has none, and delays the messages that it posts.
    private func call(_ subscription: Subscription, on actor: isolated (any Actor)?) -> DeliveryReport {
        var result = DeliveryReport()
        hub.run(on: actor.map { ObjectIdentifier($0) }, with: message) { scope in
            do {
                if try subscription.hub.receive(subscription, in: scope) { result.delivered += 1 }
            } catch {
                result.failed.append(DeliveryFailure(error, on: message, of: subscription))
            }
            result.isConsumed = scope.isConsumed
            for post in scope.takeAllPosts() { delay(post) }
        }
        return result
    }

    private func delay(_ post: AcceptedMessage) {
        if case .dropped(let loss) = delayedPosts.add(post) { hub.drop(post, loss) }
    }
}
