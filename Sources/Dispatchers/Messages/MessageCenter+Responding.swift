extension MessageCenter {
    /// Answers requests of a type, until the registration is cancelled or released.
    ///
    /// The handler starts on the actor that it is written in; several requests may be answered at the same time.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - isFallback: Whether it answers only if there is no other responder, here and in the parents.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: Returns the answer. The caller of `request` gets an error that it throws.
    /// - Returns: The token of the responder.
    public func respond<Question: Request>(
        to type: Question.Type,
        isFallback: Bool = false,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Question) async throws -> Question.Response
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        let responder = ResponderHandler(
            isFallback: isFallback, owner: nil, startingOn: { handler.isolation },
            answer: { request in
                guard let request = request as? Question else { return nil }
                return try await handler(request)
            })
        return Registration(of: respond(to: type, as: responder, at: location))
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
        to type: Question.Type,
        by owner: Owner,
        isFallback: Bool = false,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler:
            @escaping @isolated(any) @Sendable (Owner, Question) async throws -> Question.Response
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let responder = ResponderHandler(
            isFallback: isFallback, owner: owner, startingOn: { handler.isolation },
            answer: { [weak owner] request in
                guard let owner, let request = request as? Question else { return nil }
                return try await handler(owner, request)
            })
        _ = respond(to: type, as: responder, owner: owner, at: location)
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
        let location = SourceLocation(fileID: fileID, line: line)
        return try await ask(question, at: location, timeout: timeout)
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
    /// What the answer is.
    associatedtype Response: Sendable
}

/// Why a request was not answered; errors of the responder are thrown unchanged.
public struct RequestError: Error, Hashable, CustomStringConvertible {
    /// The reason.
    public struct Reason: Sendable, Hashable {
        /// There is no responder.
        public static let unhandled = Reason(text: "nobody responds to it")
        /// There are several responders.
        public static let ambiguous = Reason(text: "several respond to it")
        /// The answer did not come in time; the responder is cancelled.
        public static let timedOut = Reason(text: "the answer did not come in time")
        /// The task of the caller was cancelled, and the responder with it.
        public static let cancelled = Reason(text: "it was cancelled")
        /// The center is closed.
        public static let closed = Reason(text: "the center is closed")

        fileprivate let text: String
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
        let places =
            responders.isEmpty ? "" : ", registered at \(responders.map(\.description).joined(separator: ", "))"
        return "the \(request) requested at \(requestedAt) was not answered: \(reason.text)\(places)"
    }
}
