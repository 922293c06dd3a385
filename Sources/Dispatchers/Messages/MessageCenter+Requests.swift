extension MessageCenter {
    /// Answers requests of a type, until the registration is cancelled or released.
    ///
    /// The handler starts on the actor that it is written in; several requests may be answered at the same time. Written on no
    /// actor, it starts on the thread of the request if that is on no actor either; before macOS 26 and iOS 26, on another one.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - isFallback: Whether it answers only if there is no other responder, here and in the parents.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: Returns the answer. The caller of `request` gets an error that it throws.
    /// - Returns: The token of the responder.
    public func respond<Question: Request>(
        to type: Question.Type, isFallback: Bool = false, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Question) async throws -> Question.Response
    ) -> Registration {
        let receiver = CallHandler(form: .responder) { Responder<Question> { try await handler($0) } }
        return Registration(
            of: hub.subscribe(
                receiver, to: hub.topic(ofCalls: Responder<Question>.self, showing: type), on: handler.isolation,
                priority: isFallback ? -1 : 0, at: SourceLocation(fileID: fileID, line: line)))
    }

    /// Answers requests of a type for as long as the owner lives.
    ///
    /// The owner is retained only during a call. It may stop early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - owner: The responder. It is referenced weakly, which makes retaining it slower from then on.
    ///   - isFallback: Whether it answers only if there is no other responder, here and in the parents.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: Returns the answer; it starts on the actor that it is written in. The caller of `request` gets an error
    ///     that it throws.
    public func respond<Question: Request, Owner: AnyObject & Sendable>(
        to type: Question.Type, by owner: Owner, isFallback: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler:
            @escaping @isolated(any) @Sendable (Owner, Question) async throws -> Question.Response
    ) {
        let receiver = CallHandler(owner, form: .responder) { owner in
            Responder<Question> { try await handler(owner, $0) }
        }
        _ = hub.subscribe(
            receiver, to: hub.topic(ofCalls: Responder<Question>.self, showing: type), on: handler.isolation,
            priority: isFallback ? -1 : 0, owner: ObjectIdentifier(owner),
            at: SourceLocation(fileID: fileID, line: line))
    }

    /// Makes a request of the responder in this center or, if there is none, in the parent.
    ///
    /// - Parameters:
    ///   - question: The request.
    ///   - timeout: How long to wait for the answer, by the center's clock.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The answer.
    /// - Throws: `RequestError`, a `DeliveryCycle` when responders ask one another without end, or what the responder threw.
    public func request<Question: Request>(
        _ question: Question, timeout: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> Question.Response {
        let topic = hub.topic(ofCalls: Responder<Question>.self, showing: Question.self)
        let waiting = hub.topic(ofCalls: PendingRequest<Question>.self, showing: Question.self)
        let location = SourceLocation(fileID: fileID, line: line)
        let answer = try await answer(to: question, of: topic, in: waiting, timeout: timeout, at: location) {
            responder in
            await responder.outcome(on: responder.queue?.liveActor) { (receiver: Responder<Question>) in
                try await receiver.answer(question)
            }
        }
        guard let answer = answer as? Question.Response else { preconditionFailure("the answer has another type") }
        return answer
    }

    /// Asks the only responder, and waits for the first of its answer, the timeout, the end of the caller's task and that of the
    /// center.
    private func answer(
        to question: any Sendable, of topic: Topic, in waitingTopic: Topic, timeout: Duration?,
        at location: SourceLocation, from ask: @escaping @Sendable (Subscription) async -> Answer?
    ) async throws -> any Sendable {
        let responders = responders(of: topic.id)
        let error = { @Sendable [hub] reason in
            RequestError(
                reason: hub.isClosed ? .closed : reason, request: topic.name, requestedAt: location,
                responders: responders.map(\.location))
        }
        let event = hub.trace.begin(hub.subject(.request, topic, at: location, to: responders.first?.location))
        guard let responder = responders.first, responders.count == 1, !hub.isClosed else {
            hub.trace.end(event, responders.isEmpty ? .unreceived : .refused("several responders"))
            throw error(responders.isEmpty ? .unhandled : .ambiguous)
        }
        hub.trace.describe(event, [question])
        let origin = Origin(DeliveryStep(of: topic, at: location), because: Origin.requested)
        if origin.depth > hub.policy.cycleLimit { try hub.trace.run(event) { throw DeliveryCycle(origin) } }
        let inbox = Inbox(MessageBuffer<Answer>.unbounded)
        let give = { @Sendable [hub] (answer: Answer) in
            if !hub.isClosed { _ = inbox.put(PendingMessage(answer, of: topic, in: hub, from: origin), of: responder) }
        }
        let isImmediate = timeout == nil && origin.depth % 8 < 7
        // Unstructured, since a responder may go on after it was cancelled, and the caller does not wait for that.
        let answering = Origin.$requested.withValue(origin) {
            hub.trace.within(event) {
                begin(atOnce: isImmediate) { give(await ask(responder) ?? .failure(error(.unhandled))) }
            }
        }
        // Closing the center ends this subscription, and with it the inbox.
        let entry = inbox.counts.waiting > 0 ? nil : hub.subscribe(InboxHandler(inbox), to: waitingTopic, at: location)
        let timing = timeout.map { timeout in
            Task { [clock] in
                if (try? await clock.sleep(for: timeout)) != nil { give(.failure(error(.timedOut))) }
            }
        }
        let first = await inbox.next()?.message.message as? Answer
        entry?.cancel()
        answering.cancel()
        timing?.cancel()
        return try hub.trace.run(event) { () throws in try (first ?? .failure(error(.cancelled))).get() }
    }

    /// The responders of the innermost center that has any; fallbacks if there are no others.
    private func responders(of type: ObjectIdentifier) -> [Subscription] {
        let all = hub.hubs.map { hub in
            hub.topics[type].map { hub.subscriptions(of: $0.object).filter { !$0.isOrphaned } } ?? []
        }
        let usual = all.first { $0.first?.priority == 0 }?.filter { $0.priority == 0 }
        return usual ?? all.first { !$0.isEmpty } ?? []
    }
}

extension Origin {
    /// The request that is being answered by the code that runs.
    @TaskLocal fileprivate static var requested: Origin?
}

/// What answers the requests of a type, registered as a receiver of calls is.
private struct Responder<Question: Request>: Sendable {
    let answer: @Sendable (Question) async throws -> Question.Response
}

/// Begins a task; where it may and the system can do that, it runs on this thread until it first has to wait.
///
/// A request with a timeout may not, since its caller waits for the clock as well, nor may each eighth of a chain of requests,
/// which begins on a stack of its own.
private func begin(atOnce: Bool, _ work: @escaping @isolated(any) @Sendable () async -> Void) -> Task<Void, Never> {
    if atOnce, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return .immediate(operation: work)
    }
    return Task(operation: work)
}

/// The topic of the requests of a type that wait for their answer.
private enum PendingRequest<Question: Request> {}

/// What a responder returned or threw, or why there is no answer.
private typealias Answer = Result<any Sendable, any Error>

/// A question that one responder answers.
///
/// ```swift
/// struct CurrentUser: Request { typealias Response = User }
///
/// center.respond(to: CurrentUser.self, by: self) { account, _ in account.user }
/// let user = try await center.request(CurrentUser())
/// ```
public protocol Request<Response>: Sendable {
    /// What the answer is.
    associatedtype Response: Sendable
}

/// Why a request was not answered; errors of the responder are thrown unchanged.
public struct RequestError: Error, Hashable, CustomStringConvertible {
    /// The reason.
    public enum Reason: Sendable, Hashable {
        /// There is no responder.
        case unhandled
        /// There are several responders.
        case ambiguous
        /// The answer did not come in time; the responder is cancelled.
        case timedOut
        /// The task of the caller was cancelled, and the responder with it.
        case cancelled
        /// The center is closed.
        case closed
    }

    /// The reason.
    public let reason: Reason

    /// The name of the request's type.
    public let request: String

    /// Where the request was made.
    public let requestedAt: SourceLocation

    /// Where the responders were registered.
    public let responders: [SourceLocation]

    /// One sentence for developers.
    public var description: String {
        "the \(request) requested at \(requestedAt) was not answered: \(reason), responders: \(responders)"
    }
}
