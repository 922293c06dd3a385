import SignalboxCore

/// A request that is being made, without the type of the question.
struct RequestInProgress: Sendable {
    /// The topic of the responders.
    let topic: Topic

    /// The topic of the requests that wait for their answer.
    let waitingTopic: Topic
    let timeout: Duration?
    let location: SourceLocation
}

/// The result or error of a responder, or the reason why there is no answer.
typealias Answer = Result<any Sendable, any Error>

extension MessageCenter {
    /// Asks the only responder, and waits for the first of its answer, the timeout, the end of the caller's task and that of the
    /// center.
    func answer(
        to question: any Sendable, _ request: RequestInProgress,
        from ask: @escaping @Sendable (Subscription) async -> Answer?
    ) async throws -> any Sendable {
        let responders = responders(of: request.topic.id)
        let event = hub.trace.begin(
            hub.event(.request, of: request.topic, at: request.location, to: responders.first?.location))
        let failing = { @Sendable [hub] (reason: RequestError.Reason) in
            RequestError(
                reason: hub.isClosed ? .closed : reason, request: request.topic.name, requestedAt: request.location,
                responders: responders.map(\.location))
        }
        guard let responder = responders.first, responders.count == 1, !hub.isClosed else {
            let error = failing(responders.isEmpty ? .unhandled : .ambiguous)
            hub.trace.end(event, error.reason.outcomeBeforeAsking)
            throw error
        }
        hub.trace.describe(event, [question])
        let cause = try countedCause(of: request, event)
        let pending = PendingAnswer()
        let isImmediate = request.timeout == nil && cause.depth % 8 < 7
        // Unstructured, since a responder may still run after it was cancelled, and the caller does not wait for that.
        let answering = Self.$requestCause.withValue(cause) {
            hub.trace.within(event) {
                beginTask(atOnce: isImmediate) { pending.give(await ask(responder) ?? .failure(failing(.unhandled))) }
            }
        }
        let answer = await waitForAnswer(pending, request, failing)
        answering.cancel()
        return try hub.trace.run(event) { () throws in try answer.get() }
    }

    /// Returns the cause of a request.
    ///
    /// - Throws: A `DeliveryCycle` if too many requests led to this one.
    private func countedCause(of request: RequestInProgress, _ event: Trace.Cause?) throws -> Cause {
        let step = DeliveryStep(of: request.topic, at: request.location)
        let cause = Self.requestCause.map { Cause(step, after: $0) } ?? Cause(step)
        guard cause.depth > hub.policy.cycleLimit else { return cause }
        let cycle = DeliveryCycle(cause, .limit(hub.policy.cycleLimit))
        hub.trace.end(event, .refused(cycle.reason.refusal))
        throw cycle
    }

    /// Waits for an answer that may be there already.
    private func waitForAnswer(
        _ pending: PendingAnswer, _ request: RequestInProgress,
        _ failing: @escaping @Sendable (RequestError.Reason) -> RequestError
    ) async -> Answer {
        if let answer = pending.answer { return hub.isClosed ? .failure(failing(.closed)) : answer }
        // Closing the center ends this subscription, and with it the waiting.
        let waiting = hub.subscribe(
            PendingAnswerHandler { pending.give(.failure(failing(.closed))) }, to: request.waitingTopic,
            Subscription.Terms(location: request.location))
        let timing = timer(for: request.timeout) { pending.give(.failure(failing(.timedOut))) }
        let answer = await pending.wait { .failure(failing(.cancelled)) }
        waiting.cancel()
        timing?.cancel()
        return answer
    }

    /// Begins a task that does something after a time; `nil` without a time, or with one of more than a hundred years, for which
    /// clocks have no instant.
    private func timer(for timeout: Duration?, _ action: @escaping @Sendable () -> Void) -> Task<Void, Never>? {
        guard let timeout, timeout < .seconds(100 * 366 * 86_400) else { return nil }
        return Task(name: "time limit of a request") { [clock] in
            if (try? await clock.sleep(for: timeout)) != nil { action() }
        }
    }

    /// Returns the responders of the innermost center that has any.
    ///
    /// Fallbacks are returned if there are no others.
    ///
    /// Responders of released owners are removed.
    private func responders(of type: ObjectIdentifier) -> [Subscription] {
        let all = hub.hubsReachedByValues.map { hub in
            let responders = hub.topics[type].map { hub.subscriptions(of: $0.object) } ?? []
            for responder in responders where responder.isOrphaned { responder.cancel() }
            return responders.filter(\.isActive)
        }
        let usual = all.first { $0.first?.priority == 0 }?.filter { $0.priority == 0 }
        return usual ?? all.first { !$0.isEmpty } ?? []
    }

    /// The request that is being answered by the code that runs.
    @TaskLocal private static var requestCause: Cause?
}

extension RequestError.Reason {
    /// The outcome of a request for which no responder was asked.
    fileprivate var outcomeBeforeAsking: TraceEvent.Outcome {
        switch self {
        case .closed: .refused("the center is closed")
        case .ambiguous: .refused("several responders")
        case .unhandled, .timedOut, .cancelled: .unreceived
        }
    }
}

/// Begins a task.
///
/// Where that is possible and allowed, it runs on this thread until it first has to wait.
///
/// A request with a timeout may not, since its caller waits for the clock as well, nor may each eighth of a chain of requests,
/// which begins on a stack of its own.
private func beginTask(
    atOnce: Bool, _ work: @escaping @isolated(any) @Sendable () async -> Void
) -> Task<Void, Never> {
    if atOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return .immediate(operation: work)
    }
    return Task(name: atOnce ? nil : "answer to a request", operation: work)
}

/// An answer that is given once, and waited for once.
private final class PendingAnswer: Sendable {
    private enum State: Sendable {
        case open
        case waited(CheckedContinuation<Answer, Never>)
        case given(Answer)
    }

    private let state = Protected(State.open)

    /// The answer, if it was given.
    var answer: Answer? {
        state.withLock { state in
            if case .given(let answer) = state { answer } else { nil }
        }
    }

    /// Gives the answer, unless one was given before.
    func give(_ answer: Answer) {
        let waiting = state.withLock { state -> CheckedContinuation<Answer, Never>? in
            switch state {
            case .open:
                state = .given(answer)
                return nil
            case .waited(let continuation):
                state = .given(answer)
                return continuation
            case .given: return nil
            }
        }
        waiting?.resume(returning: answer)
    }

    /// Waits for the answer.
    ///
    /// - Parameter cancelled: Returns the answer if the task is cancelled before.
    /// - Returns: The answer.
    func wait(cancelled: @escaping @Sendable () -> Answer) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Answer? in
                    if case .given(let answer) = state { return answer }
                    state = .waited(continuation)
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            give(cancelled())
        }
    }
}

/// The handler of a request that waits for its answer.
///
/// The handler is called when the center is closed.
private final class PendingAnswerHandler: Handler {
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    override func describe(_ info: inout ObservationInfo) {
        info.form = .sequence
    }

    override func end() {
        onEnd()
    }
}
