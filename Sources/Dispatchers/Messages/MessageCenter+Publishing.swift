/// What `MessageCenter.publish` waits for.
public enum DeliveryStage: Sendable, Hashable {
    /// Handlers that may run where it is called have handled the message; it waits in the queues of all others, which have room for it.
    case queued
    /// All subscribers have handled it.
    case handled
    /// All subscribers have handled it, and all messages that their handlers posted, and so on.
    case settled
}

extension MessageCenter {
    /// Posts a message, and waits until all subscribers have handled it.
    ///
    /// One subscriber after the other gets the message, by priority and then in the order of registration, wherever it runs:
    /// the next one when the one before has returned. An asynchronous handler first handles what waits for it; a sequence has
    /// the message once it is in its buffer. What handlers post meanwhile is delivered at the end.
    ///
    /// An asynchronous handler that publishes is not made to wait for itself: what itself observes, or a handler that waits for
    /// it, in this center or another one, is handled later, and counts as delivered. This does not see through tasks
    /// that the handler makes with `Task.detached` and waits for, nor through messages that others post, which
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
        _ message: Message,
        about subject: (any AnyObject & Sendable)? = nil,
        until stage: DeliveryStage = .handled,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async -> DeliveryReport {
        let location = SourceLocation(fileID: fileID, line: line)
        let event = hub.trace.begin(Trace.Subject(.post, of: Message.self, at: location, in: hub.name))
        hub.trace.describe(event, [message])
        defer { if let event { hub.trace.end(event) } }
        let settling = stage == .settled ? WaitGroup() : nil
        let accepted = hub.trace.within(event) {
            hub.accept(message, about: subject, at: location, settling: settling)
        }
        guard let accepted else {
            if let event, hub.isClosed { hub.trace.mark(event, .refused("the center is closed")) }
            return DeliveryReport(isAccepted: false)
        }
        var publication = Publication(message: accepted, stage: stage)
        await publication.run(on: isolation)
        hub.run(on: isolation.map { ObjectIdentifier($0) }) { scope in
            for post in publication.posts { scope.append(post) }
        }
        let report = publication.report
        accepted.endPart(isReceived: !report.isUndelivered || report.dropped > 0)
        await settling?.wait()
        return withExtendedLifetime(subject) { report }
    }
}

/// A message on its way from one subscriber to the next, each waited for.
private struct Publication {
    private(set) var report = DeliveryReport(isAccepted: true)

    /// What handlers posted meanwhile.
    private(set) var posts: [PendingMessage] = []

    let message: PendingMessage
    let stage: DeliveryStage

    mutating func run(on isolation: isolated (any Actor)?) async {
        var rest = (message.receivers.exchange(nil)?.subscriptions ?? [])[...]
        while !report.isConsumed, let first = rest.popFirst() {
            // Asked here, since the call leaves the actor.
            if first.isReplaying { await first.waitForRetained() }
            if let inbox = first.currentHandler?.inbox {
                var isWanted = false
                delivering { isWanted = first.isWanted(by: $0) }
                if isWanted { note(await put(in: inbox, of: first), of: first) }
                continue
            }
            // One crossing for all in a row who are called on the same actor.
            var row = [first]
            while let next = rest.first, next.queue === first.queue, !next.isReplaying,
                next.currentHandler?.inbox == nil
            {
                row.append(rest.removeFirst())
            }
            if let queue = first.queue, let actor = queue.liveActor {
                if stage == .queued, actor !== isolation {
                    enqueue(row, to: queue)
                } else {
                    await call(row, on: actor, queue)
                }
            } else {
                call(row, standingOn: nil)
            }
        }
    }

    /// Makes the message what is being delivered on this thread.
    private func delivering(on actor: ObjectIdentifier? = nil, _ body: (inout Delivery) -> Void) {
        message.hub.run(on: actor, because: message.origin) { message.hub.delivering(message, in: $0, body) }
    }

    private mutating func enqueue(_ row: [Subscription], to queue: ActorQueue) {
        var (isDropped, count) = (false, 0)
        delivering { delivery in
            var wanted: [Subscription] = []
            for subscription in row where subscription.isWanted(by: delivery) { wanted.append(subscription) }
            count = wanted.count
            if count > 0 { isDropped = delivery.enqueue(wanted, to: queue) != nil }
        }
        if isDropped { report.dropped += count } else { report.delivered += count }
    }

    private mutating func call(_ row: [Subscription], on actor: isolated any Actor, _ queue: ActorQueue) {
        // What these jobs post is none of the publication's.
        queue.flush()
        call(row, standingOn: ObjectIdentifier(actor))
    }

    /// Calls subscribers on their actor, and collects what they post.
    private mutating func call(_ row: [Subscription], standingOn actor: ObjectIdentifier?) {
        var results: [(Subscription, HandlerResult)] = []
        var posts: [PendingMessage] = []
        delivering(on: actor) { delivery in
            for subscription in row {
                let result = subscription.handle(&delivery)
                let isConsumed = delivery.scope.isConsumed
                results.append((subscription, isConsumed ? .consumed : result))
                if isConsumed { break }
            }
            posts = delivery.scope.takeAll()
        }
        self.posts += posts
        for (subscription, result) in results { note(result, of: subscription) }
    }

    private func put(in inbox: Inbox, of subscription: Subscription) async -> HandlerResult {
        let handling = Handling.current
        let isServed = inbox.isServed && stage != .queued
        guard isServed, handling?.beginWaiting(for: inbox) ?? true else {
            let isReserved = isServed ? false : await inbox.reserve()
            let outcome = inbox.put(message, isReserved: isReserved)
            reportDrop(outcome, inbox, subscription)
            switch outcome {
            case .full: return .dropped
            case .finished: return .skipped
            case .queued, .coalesced, .pushedOut, .stale: return .done
            }
        }
        defer { handling?.endWaiting(for: inbox) }
        let isReserved = await inbox.reserve()
        return await withCheckedContinuation { continuation in
            let outcome = inbox.put(message, isReserved: isReserved) { continuation.resume(returning: $0) }
            reportDrop(outcome, inbox, subscription)
        }
    }

    /// Reports a message that made room; if this one found none, that is in the report of the publication.
    private func reportDrop(_ outcome: MessageQueue.Outcome, _ inbox: Inbox, _ subscription: Subscription) {
        if case .pushedOut = outcome { subscription.reportDrops(outcome, of: message, from: inbox) }
    }

    private mutating func note(_ result: HandlerResult, of subscription: Subscription) {
        switch result {
        case .done: report.delivered += 1
        case .consumed:
            report.delivered += 1
            report.isConsumed = true
        case .failed(let error):
            report.failed.append(
                DeliveryFailure(
                    error, of: message.topic.name, message.message, for: subscription.location, from: message.location))
        case .dropped: report.dropped += 1
        case .skipped: break
        }
    }
}

extension Subscription {
    /// Whether it is still getting messages that were retained.
    fileprivate var isReplaying: Bool { (currentHandler as? ConditionalHandler)?.gate?.isBusy ?? false }

    /// Waits until it has the messages that were retained, and those that were posted meanwhile.
    fileprivate func waitForRetained() async {
        guard let gate = (currentHandler as? ConditionalHandler)?.gate else { return }
        await withCheckedContinuation { continuation in
            gate.append { continuation.resume() }
        }
    }

    /// Whether it is active, and the message is about what it observes.
    fileprivate func isWanted(by delivery: borrowing Delivery) -> Bool {
        handler(for: delivery).map { !$0.isOrphaned } ?? false
    }

    /// Calls it where it may be called, and says what became of the message.
    fileprivate func handle(_ delivery: inout Delivery) -> HandlerResult {
        guard var handler = handler(for: delivery) else { return .skipped }
        // The publication has waited for the retained messages.
        if let replaying = handler as? ConditionalHandler, replaying.gate != nil { handler = replaying.inner }
        do {
            return try hub.tracing(handler, of: self, &delivery) ? .done : .skipped
        } catch {
            return .failed(error)
        }
    }
}
