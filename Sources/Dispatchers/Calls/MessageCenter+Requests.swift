public import SignalboxCore

extension MessageCenter {
    /// Answers requests of a type, until the registration is cancelled or released.
    ///
    /// The handler starts on the actor that it is written in; several requests may be answered at the same time. Written on no
    /// actor, it starts on the thread of the request if that is on no actor either; before macOS 26 and iOS 26, on another one.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - isFallback: `true` if the responder answers only if there is no other responder, here and in the parents.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: Returns the answer. The caller of `request` gets an error that it throws.
    /// - Returns: The token of the responder.
    public func respond<Question: Request>(
        to type: Question.Type, isFallback: Bool = false, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Question) async throws -> Question.Response
    ) -> Registration {
        let receiver = TokenCallHandler(form: .responder) { Responder<Question> { try await handler($0) } }
        let terms = Subscription.Terms(
            actor: handler.isolation, priority: isFallback ? -1 : 0,
            location: SourceLocation(fileID: fileID, line: line))
        let topic = hub.callTopic(of: Responder<Question>.self, showing: type)
        return Registration(of: hub.subscribe(receiver, to: topic, terms))
    }

    /// Answers requests of a type for as long as the owner lives.
    ///
    /// The owner is retained only during a call. It may stop early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - owner: The responder. It is referenced weakly, which makes retaining it slower from then on.
    ///   - isFallback: `true` if the responder answers only if there is no other responder, here and in the parents.
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
        let receiver = OwnerCallHandler(owner, form: .responder) { owner in
            Responder<Question> { try await handler(owner, $0) }
        }
        let terms = Subscription.Terms(
            actor: handler.isolation, priority: isFallback ? -1 : 0, owner: ObjectIdentifier(owner),
            location: SourceLocation(fileID: fileID, line: line))
        _ = hub.subscribe(receiver, to: hub.callTopic(of: Responder<Question>.self, showing: type), terms)
    }

    /// Makes a request of the responder in this center or, if there is none, in the parent.
    ///
    /// - Parameters:
    ///   - question: The request.
    ///   - timeout: The time to wait for the answer, by the center's clock. One of more than a hundred years counts as none.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The answer.
    /// - Throws: `RequestError`, a `DeliveryCycle` when responders ask one another without end, or what the responder threw.
    public func request<Question: Request>(
        _ question: Question, timeout: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> Question.Response {
        let topic = hub.callTopic(of: Responder<Question>.self, showing: Question.self)
        let waiting = hub.callTopic(of: PendingRequest<Question>.self, showing: Question.self)
        let location = SourceLocation(fileID: fileID, line: line)
        let request = RequestInProgress(topic: topic, waitingTopic: waiting, timeout: timeout, location: location)
        let answer = try await answer(to: question, request) { responder in
            await responder.ask { (receiver: Responder<Question>) in try await receiver.answer(question) }
        }
        guard let answer = answer as? Question.Response else { preconditionFailure("the answer has another type") }
        return answer
    }
}

/// A question that one responder answers.
///
/// ```swift
/// struct CurrentUser: Request { typealias Response = User }
///
/// center.respond(to: CurrentUser.self, by: self) { account, _ in account.user }
/// let user = try await center.request(CurrentUser())
/// ```
public protocol Request<Response>: Sendable {
    /// The type of the answer.
    associatedtype Response: Sendable
}

/// The receiver that answers the requests of a type.
///
/// A responder is registered in the way of a receiver of calls.
private struct Responder<Question: Request>: Sendable {
    let answer: @Sendable (Question) async throws -> Question.Response
}

/// The identity of the topic of requests of a type that wait for their answer.
private enum PendingRequest<Question: Request> {}

/// The reason why a request was not answered.
///
/// Errors of the responder are thrown unchanged.
public struct RequestError: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    @nonexhaustive public enum Reason: Sendable, Hashable {
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

    /// The kind of failure.
    public let reason: Reason

    /// The name of the request's type.
    public let request: String

    /// The source location of the request.
    public let requestedAt: SourceLocation

    /// The source locations of the responders' registrations.
    public let responders: [SourceLocation]

    /// One sentence for developers.
    public var description: String {
        let subject = "\(request), requested at \(requestedAt)"
        return switch reason {
        case .unhandled: "nothing answers \(subject)"
        case .ambiguous:
            "\(responders.count) responders answer \(subject): \(responders.map(\.description).joined(separator: ", "))"
        case .timedOut: "\(subject), was not answered in time"
        case .cancelled: "\(subject), was cancelled"
        case .closed: "\(subject), was not answered: the center is closed"
        }
    }
}
