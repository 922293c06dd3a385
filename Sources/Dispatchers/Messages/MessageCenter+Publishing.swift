package import SignalboxCore

extension MessageCenter {
    /// Posts a message, and waits until all subscribers have handled it.
    ///
    /// One subscriber after the other gets the message, by priority and then in the order of registration, wherever it runs:
    /// the next one when the one before has returned. An asynchronous handler first handles the messages that wait for it. A sequence
    /// has the message once it is in its buffer. Messages that handlers post meanwhile are delivered at the end. Up to 65,536 wait so.
    ///
    /// Called in an asynchronous handler, it waits for no asynchronous handler: the message is left in their queues, and counts
    /// as delivered, or as dropped by a queue that is full. So handlers that publish to one another never wait for each other.
    /// That does not apply in tasks that the handler makes with `Task.detached` and waits for, nor to the messages that
    /// `DeliveryStage.settled` waits for: do not wait for that in a handler that the message leads to.
    ///
    /// ```swift
    /// let report = await center.publish(WillLogOut())
    /// ```
    ///
    /// - Parameters:
    ///   - message: The message. Subscribers of its type, its protocols, its superclasses and its optional types receive it.
    ///   - subject: The object that it is about. Subscribers to messages about another object do not receive it.
    ///   - stage: The stage to wait for. Asynchronous handlers that post to one another without end never settle.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The numbers of subscribers that handled and missed the message, and the errors. The center's error handler is not
    ///   called with errors of the report.
    @discardableResult
    public func publish<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)? = nil, until stage: DeliveryStage = .handled,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) async -> DeliveryReport {
        await publish(message, about: subject, until: stage, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Posts a message from a location, as a bridge does, and waits until all subscribers have handled it.
    package func publish<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)? = nil, until stage: DeliveryStage = .handled,
        isolation: isolated (any Actor)? = #isolation, at location: SourceLocation
    ) async -> DeliveryReport {
        let event = hub.trace.begin(TraceEvent(.post, of: Message.self, at: location, in: hub.name))
        hub.trace.describe(event, [message])
        let settling = stage == .settled ? WaitGroup() : nil
        let accepted = hub.trace.within(event) { accept(message, about: subject, settling, at: location) }
        var report = DeliveryReport(isAccepted: false)
        if let accepted {
            report = await Publication.deliver(accepted, until: stage, on: isolation)
        } else if hub.isClosed {
            hub.trace.mark(event, .refused("the center is closed"))
        }
        await settling?.wait()
        hub.trace.end(event)
        return withExtendedLifetime(subject) { report }
    }

    /// Refuses a type in place of a message: it does not compile without `try`, and throws.
    @available(*, deprecated, message: "this publishes a type: publish a message of it, such as publish(Saved())")
    @discardableResult
    public func publish<Message: SendableMetatype>(
        _ type: Message.Type, about subject: (any AnyObject & Sendable)? = nil, until stage: DeliveryStage = .handled,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> DeliveryReport {
        throw DeliveryFailure(ofType: type, at: SourceLocation(fileID: fileID, line: line))
    }

    private func accept<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)?, _ settling: WaitGroup?,
        at location: SourceLocation
    ) -> AcceptedMessage? {
        var accepted: AcceptedMessage?
        let topic: Topic = hub.messageTopic(of: Message.self)
        let subject = subject.map { UnretainedReference($0) }
        ValueAddress.lend(message) { value in
            let posting = Posting(value: value, topic: UnretainedReference(topic), location: location, subject: subject)
            hub.open(posting) { opened in
                var cause = Cause(of: opened.topic.object, at: location, on: .current)
                if let settling { cause.settling = settling }
                accepted = hub.accept(opened, because: cause)
            }
        }
        return accepted
    }
}

/// The stage of a delivery that `MessageCenter.publish` waits for.
@nonexhaustive public enum DeliveryStage: Sendable, Hashable {
    /// Handlers that may run where it is called have handled the message. It waits in the queues of all others, after waiting for
    /// room in those that suspend. Full queues of another policy drop a message.
    case queued

    /// All subscribers have handled it.
    case handled

    /// All subscribers have handled it, and all messages that their handlers posted, and so on. Changes of states that handlers set
    /// are included, also where they wait for an actor.
    case settled
}

/// The result of publishing a message.
public struct DeliveryReport: Sendable {
    /// A Boolean value that indicates whether the message was accepted; `false` after the center was closed, and if too many messages
    /// led to it.
    public internal(set) var isAccepted = true

    /// The number of subscribers that have handled it, or in whose queue or buffer it waits.
    public internal(set) var delivered = 0

    /// The handlers that threw.
    public internal(set) var failed: [DeliveryFailure] = []

    /// The number of subscribers that do not get it because their queue was full.
    public internal(set) var dropped = 0

    /// A Boolean value that indicates whether a handler consumed it.
    public internal(set) var isConsumed = false

    static func += (left: inout Self, right: Self) {
        left.delivered += right.delivered
        left.failed += right.failed
        left.dropped += right.dropped
        left.isConsumed = left.isConsumed || right.isConsumed
    }
}

/// A message that is published: delivered to one subscriber after the other, each of which is waited for.
private struct Publication {
    private let message: Envelope
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
