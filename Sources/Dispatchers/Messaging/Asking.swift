/// A request that is made: what is asked, where, and because of which others.
struct Asking: Sendable {
    /// The requests that are being answered by the code that runs.
    @TaskLocal static var chain: [PostCycle.Link] = []

    let question: any Sendable
    let location: SourceLocation
    let timeout: Duration?

    init(_ question: any Sendable, at location: SourceLocation, timeout: Duration?) {
        self.question = question
        self.location = location
        self.timeout = timeout
    }

    var name: String { "\(type(of: question))" }

    func error(_ reason: RequestError.Reason, _ responders: [Responder] = []) -> RequestError {
        RequestError(reason: reason, request: name, requestedAt: location, responders: responders.map(\.location))
    }
}

extension Switchboard {
    @discardableResult
    func respond<Question: Request>(
        to type: Question.Type, at location: SourceLocation, owner: ObjectIdentifier? = nil,
        isOwnerAlive: (@Sendable () -> Bool)? = nil, startingOn isolation: @escaping @Sendable () -> (any Actor)?,
        answer: @escaping Responder.Answer
    ) -> Responder {
        let id = state.withLock { $0.calls.makeID() }
        let responder = Responder(
            id: id, at: location, owner: owner, isOwnerAlive: isOwnerAlive, startingOn: isolation, answer: answer)
        state.withLock { state in
            if state.isClosed { responder.end() } else { state.calls.insert(responder, for: ObjectIdentifier(type)) }
        }
        return responder
    }

    func endResponders(where isDoomed: (Responder) -> Bool) {
        for responder in state.withLock({ $0.calls.removeAll(where: isDoomed) }) { responder.end() }
    }

    /// Those who answer: of the innermost center that has any, or of all.
    func responders(to asking: Asking, _ type: Any.Type, all: Bool) throws -> [Responder] {
        guard !isClosed else { throw asking.error(.closed) }
        var found: [Responder] = []
        var center: Switchboard? = self
        while let board = center, all || found.isEmpty {
            let responders = board.state.withLock { $0.calls[ObjectIdentifier(type)] }
            let dead = responders.filter { !$0.isActive }
            if !dead.isEmpty { board.endResponders { responder in dead.contains { $0 === responder } } }
            found += responders.filter(\.isActive)
            center = board.parent
        }
        return found
    }

    /// The error of a request that nobody answers: closing a center ends its responders.
    func unanswered(_ asking: Asking) -> RequestError {
        var center: Switchboard? = self
        while let board = center {
            if board.isClosed { return asking.error(.closed) }
            center = board.parent
        }
        return asking.error(.unhandled)
    }

    func ask<Response: Sendable>(_ responder: Responder, _ asking: Asking) async throws -> Response {
        guard trace.isOn else { return try await answer(of: responder, asking) }
        let subject = Trace.Subject(.request, of: asking.name, at: asking.location, to: responder.location)
        return try await trace.record(subject) { try await answer(of: responder, asking) }
    }

    private func answer<Response: Sendable>(of responder: Responder, _ asking: Asking) async throws -> Response {
        let chain = Asking.chain + [PostCycle.Link(message: asking.name, location: asking.location)]
        guard chain.count <= cycleLimit + 1 else { throw PostCycle(chain: chain) }
        let pending = PendingRequest { asking.error($0, [responder]) }
        let id = state.withLock { state in state.isClosed ? nil : state.calls.insert(pending) }
        guard let id else { throw asking.error(.closed) }
        defer { state.withLock { $0.calls.removeRequest(id) } }
        let clock = clock
        let answer = try await pending.wait {
            let answering = Task {
                await Asking.$chain.withValue(chain) {
                    do {
                        pending.end(.success(try await responder.answer(asking.question)))
                    } catch {
                        pending.end(.failure(error))
                    }
                }
            }
            guard let timeout = asking.timeout else { return [answering] }
            let timing = Task {
                do {
                    try await clock.sleep(for: timeout)
                    pending.fail(.timedOut)
                } catch {
                    return
                }
            }
            return [answering, timing]
        }
        guard let response = answer as? Response else { throw unanswered(asking) }
        return response
    }
}

/// A request that waits for the first of its ends: an answer, the end of its time, cancellation, or the center's.
final class PendingRequest: Sendable {
    typealias Answer = Result<(any Sendable)?, any Error>

    private struct State: Sendable {
        var continuation: CheckedContinuation<(any Sendable)?, any Error>?
        var answer: Answer?
        var tasks: [Task<Void, Never>] = []
    }

    private let state = Protected(State())
    private let makeError: @Sendable (RequestError.Reason) -> RequestError

    init(_ makeError: @escaping @Sendable (RequestError.Reason) -> RequestError) { self.makeError = makeError }

    func close() { fail(.closed) }

    func fail(_ reason: RequestError.Reason) { end(.failure(makeError(reason))) }

    /// Ends it, unless it has ended.
    func end(_ answer: Answer) {
        let (continuation, tasks) = state.withLock { state in
            guard state.answer == nil else {
                return (nil as CheckedContinuation<(any Sendable)?, any Error>?, [Task<Void, Never>]())
            }
            state.answer = answer
            defer {
                state.continuation = nil
                state.tasks = []
            }
            return (state.continuation, state.tasks)
        }
        for task in tasks { task.cancel() }
        continuation?.resume(with: answer)
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
}
