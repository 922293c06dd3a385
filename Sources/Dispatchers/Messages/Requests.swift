/// The handler of a subscription that answers requests of one type.
final class ResponderHandler: Handler, @unchecked Sendable {
    typealias Answer = @Sendable (any Sendable) async throws -> (any Sendable)?

    let isFallback: Bool
    private let isolation: @Sendable () -> (any Actor)?
    private let answer: Answer
    private let calls = WaitGroup()
    private let hasOwner: Bool
    private weak let owner: (any AnyObject & Sendable)?

    init(
        isFallback: Bool, owner: (any AnyObject & Sendable)?,
        startingOn isolation: @escaping @Sendable () -> (any Actor)?,
        answer: @escaping Answer
    ) {
        self.isFallback = isFallback
        self.owner = owner
        hasOwner = owner != nil
        self.isolation = isolation
        self.answer = answer
    }

    override var isOrphaned: Bool { hasOwner && owner == nil }
    override var running: WaitGroup? { calls }

    override func describe(_ info: inout ObservationInfo) {
        info.form = .responder
        if hasOwner { info.note(owner) }
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

/// A request that is made: what is asked, where, and because of which others.
struct Asking<Question: Request>: Sendable {
    private typealias Responder = (subscription: Subscription, handler: ResponderHandler)

    let question: Question
    let location: SourceLocation
    let timeout: Duration?
    let center: MessageCenter

    private func error(_ reason: RequestError.Reason, _ responders: [Subscription] = []) -> RequestError {
        RequestError(
            reason: reason, request: "\(Question.self)", requestedAt: location, responders: responders.map(\.location))
    }

    /// Asks the one who answers.
    func one() async throws -> Question.Response {
        let responders = try responders(all: false)
        guard let responder = responders.first else { throw unanswered }
        guard responders.count == 1 else { throw error(.ambiguous, responders) }
        return try await ask(responder)
    }

    /// Asks all who answer, at the same time.
    func all() async throws -> [Result<Question.Response, any Error>] {
        let responders = try responders(all: true)
        if responders.isEmpty, unanswered.reason == .closed { throw error(.closed) }
        return await withTaskGroup(of: (Int, Result<Question.Response, any Error>).self) { group in
            for (index, responder) in responders.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await ask(responder)))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var answers: [(index: Int, result: Result<Question.Response, any Error>)] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.index < $1.index }.map(\.result)
        }
    }

    /// Those who answer, of the innermost center that has any, or of all; fallbacks if there are no others.
    private func responders(all: Bool) throws -> [Subscription] {
        guard !center.hub.isClosed else { throw error(.closed) }
        let centers = sequence(first: center.hub, next: \.parent).map { hub -> [Responder] in
            guard let topic = hub.topic(ObjectIdentifier(Responders<Question>.self)) else { return [] }
            return hub.subscriptions(of: topic.takeUnretainedValue()).compactMap { subscription in
                guard let handler = subscription.currentHandler as? ResponderHandler else { return nil }
                if handler.isOrphaned { subscription.cancel() }
                return handler.isOrphaned ? nil : (subscription, handler)
            }
        }
        for isFallback in [false, true] {
            let found = centers.map { $0.filter { $0.handler.isFallback == isFallback }.map(\.subscription) }
            let responders = all ? Array(found.joined()) : found.first { !$0.isEmpty } ?? []
            if !responders.isEmpty { return responders }
        }
        return []
    }

    /// The error of a request without a responder: closing a center ends its responders.
    private var unanswered: RequestError {
        error(sequence(first: center.hub, next: \.parent).contains(where: \.isClosed) ? .closed : .unhandled)
    }

    private func ask(_ responder: Subscription) async throws -> Question.Response {
        let trace = center.hub.trace
        guard trace.isOn else { return try await answer(of: responder) }
        let subject = Trace.Subject(.request, of: "\(Question.self)", at: location, to: responder.location)
        return try await trace.record(subject) { try await answer(of: responder) }
    }

    private func answer(of responder: Subscription) async throws -> Question.Response {
        let chain = Requests.chain + [DeliveryCycle.Link(what: "\(Question.self)", location: location)]
        guard chain.count <= center.hub.policy.cycleLimit + 1 else { throw DeliveryCycle(chain: chain) }
        let pending = PendingRequest { error($0, [responder]) }
        guard center.store.insert(pending) else { throw error(.closed) }
        defer { center.store.remove(pending) }
        let answer = try await pending.wait {
            let answering = Task {
                await Requests.$chain.withValue(chain) {
                    await pending.end {
                        try await (responder.currentHandler as? ResponderHandler)?.answer(question, for: responder)
                    }
                }
            }
            guard let timeout else { return [answering] }
            let timing = Task { [clock = center.clock] in
                do { try await clock.sleep(for: timeout) } catch { return }
                pending.fail(.timedOut)
            }
            return [answering, timing]
        }
        guard let response = answer as? Question.Response else { throw unanswered }
        return response
    }
}

/// The requests that are being answered by the code that runs.
private enum Requests {
    @TaskLocal static var chain: [DeliveryCycle.Link] = []
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
}

/// A request that waits for the first of its ends: an answer, the end of its time, cancellation, or the center's.
final class PendingRequest: Sendable {
    private typealias Answer = Result<(any Sendable)?, any Error>
    private typealias Continuation = CheckedContinuation<(any Sendable)?, any Error>

    private struct State: Sendable {
        var continuation: Continuation?
        var answer: Answer?
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Protected(State())
    private let makeError: @Sendable (RequestError.Reason) -> RequestError

    init(_ makeError: @escaping @Sendable (RequestError.Reason) -> RequestError) { self.makeError = makeError }

    /// Ends it with an error, unless it has ended.
    func fail(_ reason: RequestError.Reason) { end(.failure(makeError(reason))) }

    /// Ends it with an answer, unless it has ended.
    func end(_ answer: () async throws -> (any Sendable)?) async {
        do {
            end(.success(try await answer()))
        } catch {
            end(.failure(error))
        }
    }

    /// Waits for the end; tasks that work for it are cancelled then.
    func wait(for tasks: @Sendable () -> [Task<Void, Never>]) async throws -> (any Sendable)? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state in
                    if state.answer == nil { state.continuation = continuation }
                    return state.answer
                }
                if let answer { return continuation.resume(with: answer) }
                let tasks = tasks()
                let isOver = state.withLock { state in
                    if state.answer == nil { state.tasks = tasks }
                    return state.answer != nil
                }
                if isOver { for task in tasks { task.cancel() } }
            }
        } onCancel: {
            fail(.cancelled)
        }
    }

    private func end(_ answer: Answer) {
        let (continuation, tasks) = state.withLock { state -> (Continuation?, [Task<Void, Never>]) in
            guard state.answer == nil else { return (nil, []) }
            state.answer = answer
            defer { (state.continuation, state.tasks) = (nil, []) }
            return (state.continuation, state.tasks)
        }
        for task in tasks { task.cancel() }
        continuation?.resume(with: answer)
    }
}
