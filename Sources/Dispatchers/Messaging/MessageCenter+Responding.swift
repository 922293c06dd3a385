extension MessageCenter {
    /// Answers requests of a type, until the registration is cancelled or released.
    ///
    /// The handler starts on the actor that it is written in; several requests may be answered at the same time.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - fileID: Where the responder is written; leave it to the compiler.
    ///   - line: Where the responder is written; leave it to the compiler.
    ///   - handler: Makes the answer. An error that it throws goes to the one who asked.
    /// - Returns: What keeps the responder going.
    public func respond<Question: Request>(
        to type: Question.Type,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (Question) async throws -> Question.Response
    ) -> Registration {
        let location = SourceLocation(fileID: fileID, line: line)
        let responder = board.respond(
            to: type, at: location, startingOn: { handler.isolation },
            answer: { request in
                guard let request = request as? Question else { return nil }
                return try await handler(request)
            })
        let registrar = DrainingRegistrar { await responder.drain() }
        return Registration(at: location, by: registrar) { [board] in board.endResponders { $0 === responder } }
    }

    /// Answers requests of a type for as long as the owner lives.
    ///
    /// The owner is never kept alive, but for the time of a call. It may stop early with `cancel(by:)`.
    ///
    /// - Parameters:
    ///   - type: The type of the requests.
    ///   - owner: Who answers. It is referenced weakly, which makes retaining it dearer from then on.
    ///   - fileID: Where the responder is written; leave it to the compiler.
    ///   - line: Where the responder is written; leave it to the compiler.
    ///   - handler: Makes the answer, starting on the actor it is written in. An error that it throws goes to the one who
    ///     asked.
    public func respond<Question: Request, Owner: AnyObject & Sendable>(
        to type: Question.Type,
        by owner: Owner,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ handler:
            @escaping @isolated(any) @Sendable (Owner, Question) async throws -> Question.Response
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let isAlive = { @Sendable [weak owner] in owner != nil }
        board.respond(
            to: type, at: location, owner: ObjectIdentifier(owner), isOwnerAlive: isAlive,
            startingOn: { handler.isolation },
            answer: { [weak owner] request in
                guard let owner, let request = request as? Question else { return nil }
                return try await handler(owner, request)
            })
    }

    /// Asks the one who responds to such requests here or, if nobody does, in the parent.
    ///
    /// - Parameters:
    ///   - question: What to ask.
    ///   - timeout: How long to wait for the answer, by the center's clock.
    ///   - fileID: Where the request is made; leave it to the compiler.
    ///   - line: Where the request is made; leave it to the compiler.
    /// - Returns: The answer.
    /// - Throws: `RequestError`, a `PostCycle` when responders ask one another without end, or what the responder threw.
    public func request<Question: Request>(
        _ question: Question, timeout: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> Question.Response {
        let asking = Asking(question, at: SourceLocation(fileID: fileID, line: line), timeout: timeout)
        let responders = try board.responders(to: asking, Question.self, all: false)
        guard let responder = responders.first else { throw board.unanswered(asking) }
        guard responders.count == 1 else { throw asking.error(.ambiguous, responders) }
        return try await board.ask(responder, asking)
    }

    /// Asks all who respond to such requests, here and in the parents, at the same time.
    ///
    /// - Parameters:
    ///   - question: What to ask.
    ///   - timeout: How long to wait for each answer, by the center's clock.
    ///   - fileID: Where the request is made; leave it to the compiler.
    ///   - line: Where the request is made; leave it to the compiler.
    /// - Returns: What each answered or threw, in the order of registration, those of the parent last.
    /// - Throws: `RequestError.Reason.closed` as a `RequestError`, when the center is closed.
    public func requestAll<Question: Request>(
        _ question: Question, timeout: Duration? = nil, fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> [Result<Question.Response, any Error>] {
        let asking = Asking(question, at: SourceLocation(fileID: fileID, line: line), timeout: timeout)
        let responders = try board.responders(to: asking, Question.self, all: true)
        if responders.isEmpty, board.unanswered(asking).reason == .closed { throw asking.error(.closed) }
        let board = board
        return await withTaskGroup(of: (Int, Result<Question.Response, any Error>).self) { group in
            for (index, responder) in responders.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await board.ask(responder, asking)))
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
}
