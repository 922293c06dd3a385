/// The handler of a subscription that answers requests of one type.
final class ResponderHandler: Handler, @unchecked Sendable {
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
        try await calls.run { try await start(request, for: subscription, on: isolation()) }
    }

    private func start(
        _ request: any Sendable, for subscription: Subscription, on actor: isolated (any Actor)?
    ) async throws -> (any Sendable)? {
        subscription.isActive && !isOrphaned ? try await answer(request) : nil
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
        let pending = PendingRequest { error($0, [responder]) }
        let asking = { @Sendable in
            try await self.answer(to: question, from: responder, at: location, pending, timeout: timeout)
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
            for subscription in hub.subscriptions(of: topic.takeUnretainedValue()) {
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
        to question: any Sendable, from responder: Subscription, at location: SourceLocation, _ pending: PendingRequest,
        timeout: Duration?
    ) async throws -> (any Sendable)? {
        let step = Origin.Step(of: responder.topic, at: location)
        let origin = Origin.requested.map { Origin(step, because: $0) } ?? Origin(step)
        guard origin.depth <= hub.policy.cycleLimit else { throw DeliveryCycle(origin) }
        guard store.insert(pending) else { throw pending.error(.closed) }
        defer { store.remove(pending) }
        let answering = Task {
            await Origin.$requested.withValue(origin) {
                do {
                    let handler = responder.currentHandler as? ResponderHandler
                    pending.end(.success(try await handler?.answer(question, for: responder)))
                } catch {
                    pending.end(.failure(error))
                }
            }
        }
        let timing = timeout.map { timeout in
            Task { [clock] in
                do { try await clock.sleep(for: timeout) } catch { return }
                pending.fail(.timedOut)
            }
        }
        defer {
            answering.cancel()
            timing?.cancel()
        }
        return try await pending.wait()
    }
}

/// A request that waits for the first of its ends: an answer, the end of its time, cancellation, or the center's.
final class PendingRequest: Sendable {
    typealias Answer = Result<(any Sendable)?, any Error>

    private struct State: Sendable {
        var continuation: CheckedContinuation<(any Sendable)?, any Error>?
        var answer: Answer?
    }

    let error: @Sendable (RequestError.Reason) -> RequestError
    private let state = Protected(State())

    init(_ error: @escaping @Sendable (RequestError.Reason) -> RequestError) { self.error = error }

    /// Ends it with an error, unless it has ended.
    func fail(_ reason: RequestError.Reason) { end(.failure(error(reason))) }

    /// Ends it, unless it has ended.
    func end(_ answer: Answer) {
        let continuation = state.withLock { state in
            if state.answer == nil { state.answer = answer }
            return state.continuation.take()
        }
        continuation?.resume(with: answer)
    }

    /// Waits for the end.
    func wait() async throws -> (any Sendable)? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state in
                    if state.answer == nil { state.continuation = continuation }
                    return state.answer
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            fail(.cancelled)
        }
    }
}
