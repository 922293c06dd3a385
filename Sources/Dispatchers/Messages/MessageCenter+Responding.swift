extension MessageCenter {
    /// Answers requests of a type, until the registration is cancelled or released.
    ///
    /// The handler starts on the actor that it is written in; several requests may be answered at the same time.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - isFallback: Whether it is asked only when no other answers, here and in the parents.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: Makes the answer. An error that it throws goes to the one who asked.
    /// - Returns: What keeps the responder going.
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
    /// The owner is never kept alive, but for the time of a call. It may stop early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - owner: Who answers. It is referenced weakly, which makes retaining it dearer from then on.
    ///   - isFallback: Whether it is asked only when no other answers, here and in the parents.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - handler: Makes the answer, starting on the actor it is written in. An error that it throws goes to the one who
    ///     asked.
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

    /// Asks the one who responds to such requests here or, if nobody does, in the parent.
    ///
    /// - Parameters:
    ///   - question: What to ask.
    ///   - timeout: How long to wait for the answer, by the center's clock.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The answer.
    /// - Throws: `RequestError`, a `PostCycle` when responders ask one another without end, or what the responder threw.
    public func request<Question: Request>(
        _ question: Question, timeout: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> Question.Response {
        let location = SourceLocation(fileID: fileID, line: line)
        return try await Asking(question: question, location: location, timeout: timeout, center: self).one()
    }

    /// Asks all who respond to such requests, here and in the parents, at the same time.
    ///
    /// - Parameters:
    ///   - question: What to ask.
    ///   - timeout: How long to wait for each answer, by the center's clock.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: What each answered or threw, in the order of registration, those of the parent last.
    /// - Throws: `RequestError.Reason.closed` as a `RequestError`, when the center is closed.
    public func requestAll<Question: Request>(
        _ question: Question, timeout: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> [Result<Question.Response, any Error>] {
        let location = SourceLocation(fileID: fileID, line: line)
        return try await Asking(question: question, location: location, timeout: timeout, center: self).all()
    }
}
