/// The handler of a subscription that answers requests of one type.
final class ResponderHandler: Handler {
    typealias Answer = @Sendable (any Sendable) async throws -> (any Sendable)?

    let isFallback: Bool
    private let isolation: @Sendable () -> (any Actor)?
    private let answer: Answer
    private let calls = WaitGroup()
    private let owner: WeakReference?

    init(
        isFallback: Bool, owner: (any AnyObject & Sendable)?,
        startingOn isolation: @escaping @Sendable () -> (any Actor)?, answer: @escaping Answer
    ) {
        self.isFallback = isFallback
        self.owner = owner.map { WeakReference($0) }
        self.isolation = isolation
        self.answer = answer
    }

    override var isOrphaned: Bool { owner?.isGone ?? false }
    override var running: WaitGroup? { calls }

    override func describe(_ info: inout ObservationInfo) {
        info.form = .responder
        if let owner { info.note(owner.object) }
    }

    /// The answer; `nil` when the subscription ended, or its owner died, before this arrived on its actor.
    func answer(_ request: any Sendable, for subscription: Subscription) async throws -> (any Sendable)? {
        let (actor, answer) = (isolation(), answer)
        return try await calls.run { try await Self.start(request, for: subscription, on: actor, answer) }
    }

    private static func start(
        _ request: any Sendable, for subscription: Subscription, on actor: isolated (any Actor)?, _ answer: Answer
    ) async throws -> (any Sendable)? {
        subscription.isActive && !subscription.isOrphaned ? try await answer(request) : nil
    }
}

/// What responders to requests of a type subscribe to; nothing is ever posted there.
private enum Responders<Question: Request> {}

extension Origin {
    /// The request that is being answered by the code that runs.
    @TaskLocal fileprivate static var requested: Origin?
}

extension MessageCenter {
    /// Adds a responder.
    func respond<Question: Request>(
        to type: Question.Type, as handler: ResponderHandler, owner: (any AnyObject & Sendable)? = nil,
        at location: SourceLocation
    ) -> Subscription {
        let topic = hub.topic(ObjectIdentifier(Responders<Question>.self)) {
            TypedTopic<Responders<Question>>(showing: Question.self)
        }
        return hub.subscribe(handler, to: topic, owner: owner.map { ObjectIdentifier($0) }, at: location)
    }

    /// Asks the one who answers.
    func ask<Question: Request>(
        _ question: Question, at location: SourceLocation, timeout: Duration?
    ) async throws -> Question.Response {
        let error = { @Sendable (reason: RequestError.Reason, responders: [Subscription]) in
            RequestError(
                reason: reason, request: "\(Question.self)", requestedAt: location,
                responders: responders.map(\.location))
        }
        let responders = responders(to: Question.self)
        // Closing a center ends its responders.
        guard let responder = responders.first, !hub.isClosed else {
            hub.trace.note(Trace.Subject(.request, of: Question.self, at: location, in: hub.name), .unreceived)
            throw error(isClosed ? .closed : .unhandled, [])
        }
        guard responders.count == 1 else { throw error(.ambiguous, responders) }
        let asking = { @Sendable in
            try await self.answer(to: question, from: responder, at: location, timeout: timeout) {
                error($0, [responder])
            }
        }
        let event = hub.trace.begin(
            Trace.Subject(.request, of: Question.self, at: location, to: responder.location, in: hub.name))
        hub.trace.describe(event, [question])
        let answer = try await hub.trace.run(event, asking)
        guard let response = answer as? Question.Response else { throw error(isClosed ? .closed : .unhandled, []) }
        return response
    }

    /// Whether it is closed, or one that it is a part of.
    private var isClosed: Bool { sequence(first: hub, next: \.parent).contains(where: \.isClosed) }

    /// Those who answer, of the innermost center that has any; fallbacks if there are no others.
    private func responders<Question: Request>(to type: Question.Type) -> [Subscription] {
        var fallbacks: [Subscription] = []
        for hub in sequence(first: hub, next: \.parent) {
            guard let topic = hub.topic(ObjectIdentifier(Responders<Question>.self)) else { continue }
            var responders: [Subscription] = []
            var others: [Subscription] = []
            for subscription in hub.subscriptions(of: topic.object) {
                guard let handler = subscription.currentHandler as? ResponderHandler else { continue }
                if handler.isOrphaned {
                    subscription.cancel()
                } else if handler.isFallback {
                    others.append(subscription)
                } else {
                    responders.append(subscription)
                }
            }
            if !responders.isEmpty { return responders }
            if fallbacks.isEmpty { fallbacks = others }
        }
        return fallbacks
    }

    private func answer(
        to question: any Sendable, from responder: Subscription, at location: SourceLocation, timeout: Duration?,
        _ error: @escaping @Sendable (RequestError.Reason) -> RequestError
    ) async throws -> (any Sendable)? {
        let step = Origin.Step(of: responder.topic, at: location)
        let origin = Origin.requested.map { Origin(step, because: $0) } ?? Origin(step)
        guard origin.depth <= hub.policy.cycleLimit else { throw DeliveryCycle(origin) }
        // The first end counts: an answer, the end of the time, cancellation, or the center's.
        let (ends, end) = AsyncStream.makeStream(
            of: Result<(any Sendable)?, any Error>.self, bufferingPolicy: .bufferingOldest(1))
        guard let id = store.insert({ end.yield(.failure(error(.closed))) }) else { throw error(.closed) }
        defer { store.remove(id) }
        let answering = Task {
            await Origin.$requested.withValue(origin) {
                do {
                    let handler = responder.currentHandler as? ResponderHandler
                    end.yield(.success(try await handler?.answer(question, for: responder)))
                } catch {
                    end.yield(.failure(error))
                }
            }
        }
        let timing = timeout.map { timeout in
            Task { [clock] in
                do { try await clock.sleep(for: timeout) } catch { return }
                end.yield(.failure(error(.timedOut)))
            }
        }
        defer {
            answering.cancel()
            timing?.cancel()
        }
        for await answer in ends { return try answer.get() }
        throw error(.cancelled)
    }
}
