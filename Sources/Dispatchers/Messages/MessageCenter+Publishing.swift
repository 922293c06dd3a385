/// What `MessageCenter.publish` waits for.
public enum DeliveryStage: Sendable, Hashable {
    /// Handlers that may run where it is called have handled the message; it waits in the queues of all others, after waiting for
    /// room in those that suspend. Full ones of another policy drop a message.
    case queued
    /// All subscribers have handled it.
    case handled
    /// All subscribers have handled it, and all messages that their handlers posted, and so on.
    case settled
}

/// The result of publishing a message.
public struct DeliveryReport: Sendable {
    /// Whether the message was accepted; `false` after the center was closed, and if too many messages led to it.
    public internal(set) var isAccepted = true

    /// The number of subscribers that have handled it, or in whose queue or buffer it waits.
    public internal(set) var delivered = 0

    /// The handlers that threw.
    public internal(set) var failed: [DeliveryFailure] = []

    /// The number of subscribers that do not get it because their queue was full.
    public internal(set) var dropped = 0

    /// Whether a handler consumed it.
    public internal(set) var isConsumed = false

    static func += (left: inout Self, right: Self) {
        left.delivered += right.delivered
        left.failed += right.failed
        left.dropped += right.dropped
        left.isConsumed = left.isConsumed || right.isConsumed
    }
}

extension MessageCenter {
    /// Posts a message, and waits until all subscribers have handled it.
    ///
    /// One subscriber after the other gets the message, by priority and then in the order of registration, wherever it runs:
    /// the next one when the one before has returned. An asynchronous handler first handles what waits for it; a sequence has
    /// the message once it is in its buffer. What handlers post meanwhile is delivered at the end.
    ///
    /// Called in an asynchronous handler, it waits for no asynchronous handler: the message is left in their queues, and counts
    /// as delivered, or as dropped by a queue that is full. So handlers that publish to one another never wait for each other.
    /// This does not see through tasks that the handler makes with `Task.detached` and waits for, nor through what
    /// `DeliveryStage.settled` waits for: do not wait for that in a handler that the message leads to.
    ///
    /// ```swift
    /// let report = await center.publish(WillLogOut())
    /// ```
    ///
    /// - Parameters:
    ///   - message: The message. Subscribers of its type, its protocols and its superclasses receive it.
    ///   - subject: The object that it is about. Subscribers to messages about another object do not receive it.
    ///   - stage: What to wait for. Asynchronous handlers that post to one another without end never settle.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: What was delivered, failed and dropped. The center's error handler is not called with errors of the report.
    @discardableResult
    public func publish<Message: Sendable>(
        _ message: Message, about subject: (any AnyObject & Sendable)? = nil, until stage: DeliveryStage = .handled,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) async -> DeliveryReport {
        let location = SourceLocation(fileID: fileID, line: line)
        let event = hub.trace.begin(TraceEvent(.post, of: Message.self, at: location, in: hub.name))
        hub.trace.describe(event, [message])
        let settling = stage == .settled ? WaitGroup() : nil
        var accepted: AcceptedMessage?
        hub.trace.within(event) {
            let (topic, subject) = (Borrowed(hub.topic(of: Message.self)), subject.map { Borrowed($0) })
            Lent.lend(message) { value in
                hub.open(Posting(value: value, topic: topic, location: location, subject: subject)) { posting in
                    var origin = Origin(of: posting.topic.object, at: location, on: CurrentThread.current)
                    origin.settling = settling ?? origin.settling
                    accepted = hub.accept(posting, from: origin)
                }
            }
        }
        if accepted == nil, hub.isClosed { hub.trace.mark(event, .refused("the center is closed")) }
        var report = DeliveryReport(isAccepted: false)
        if let accepted { report = await Publication.deliver(accepted, until: stage, on: isolation) }
        await settling?.wait()
        hub.trace.end(event)
        return withExtendedLifetime(subject) { report }
    }
}

/// A message on its way from one subscriber to the next, each waited for.
private struct Publication {
    let message: PendingMessage
    let stage: DeliveryStage
    var report = DeliveryReport()

    /// What handlers posted meanwhile.
    var posts: [AcceptedMessage] = []

    /// Delivers a message to one subscriber after the other, and then what their handlers posted.
    static func deliver(
        _ accepted: AcceptedMessage, until stage: DeliveryStage, on isolation: isolated (any Actor)?
    ) async -> DeliveryReport {
        var publication = Publication(message: accepted.message, stage: stage)
        for subscription in accepted.receivers.subscriptions where !publication.report.isConsumed {
            await publication.deliver(to: subscription, on: isolation)
        }
        accepted.message.hub.run(on: isolation.map { ObjectIdentifier($0) }) { scope in
            for post in publication.posts { scope.append(post) }
        }
        let report = publication.report
        accepted.message.endPart(isReceived: report.delivered + report.failed.count + report.dropped > 0)
        return report
    }

    private mutating func deliver(to subscription: Subscription, on isolation: isolated (any Actor)?) async {
        await subscription.gate?.waitForAll()
        if let inbox = (subscription.currentHandler as? InboxHandler)?.inbox {
            report += await put(in: inbox, of: subscription)
        } else if stage == .queued, let queue = subscription.queue, queue.liveActor !== isolation {
            message.hub.run(on: nil, with: message) { scope in
                guard subscription.isWanted(in: scope) else { return }
                let isDropped = message.hub.enqueue([subscription], to: queue, in: scope) != nil
                report += isDropped ? DeliveryReport(dropped: 1) : DeliveryReport(delivered: 1)
            }
        } else {
            await call(subscription, on: subscription.queue?.liveActor ?? isolation)
        }
    }

    private func put(in inbox: Inbox, of subscription: Subscription) async -> DeliveryReport {
        var isWanted = false
        message.hub.run(on: nil, with: message) { isWanted = subscription.isWanted(in: $0) }
        guard isWanted else { return DeliveryReport() }
        // Of two handlers that publish to one another none must wait for the other.
        let mayWait = inbox.running == nil || Handling.current == nil
        let untilHandled = inbox.running != nil && stage != .queued && mayWait
        return await inbox.publish(message, of: subscription, untilHandled: untilHandled, mayWait: mayWait)
    }

    /// Calls a subscriber on its actor, or on the publisher's if it has none, and collects what it posts.
    private mutating func call(_ subscription: Subscription, on actor: isolated (any Actor)?) {
        // What these jobs post is none of the publication's.
        subscription.queue?.flush()
        message.hub.run(on: actor.map { ObjectIdentifier($0) }, with: message) { scope in
            guard let handler = subscription.handler(in: scope) else { return }
            do {
                if try subscription.hub.receive(handler, of: subscription, in: scope) { report.delivered += 1 }
            } catch {
                report.failed.append(DeliveryFailure(error, on: message, of: subscription))
            }
            report.isConsumed = scope.isConsumed
            posts += scope.takeAll()
        }
    }
}

extension Subscription {
    /// Whether it is active, and the message is about what it observes.
    fileprivate func isWanted(in scope: DeliveryScope) -> Bool { handler(in: scope)?.isOrphaned == false }
}
