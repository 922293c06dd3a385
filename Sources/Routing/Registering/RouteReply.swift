/// What a handler says after it was asked.
///
/// One that returns anything else has handled the URL, and what it returned is the value of the outcome.
public enum RouteReply: Sendable {
    /// The URL is dealt with.
    case handled

    /// The URL is dealt with, and this came of it: for a handler that may also decline.
    case value(any Sendable)

    /// Not mine: the next route that fits is asked.
    case declined

    /// Another place is opened instead, with the same extras and payload.
    ///
    /// The other place is a path of the router, beginning with a slash, or a whole URL.
    case redirect(to: String)

    /// What the answer of a handler means.
    init<Answer: Sendable>(_ answer: Answer) {
        self =
            switch answer {
            case let reply as RouteReply: reply
            case is Void: .handled
            // What `self?.show(match)` answers when there is no self any more.
            case _ where Answer.self == Void?.self || Answer.self == RouteReply?.self: .declined
            default: .value(answer)
            }
    }
}

/// What becomes of a URL that fits a route.
enum RouteAction: Sendable {
    /// A handler is asked.
    case perform(RouteHandler)

    /// Another place is opened, and nobody is asked.
    case redirect(RedirectTarget)
}

/// What a route does with a match.
enum RouteHandler: Sendable {
    case synchronous(IsolatedHandler<RouteMatch, RouteReply>)
    case asynchronous(@Sendable (RouteMatch) async throws -> RouteReply)

    /// Calls the handler on its own isolation.
    func run(_ match: RouteMatch) async throws -> RouteReply {
        switch self {
        case .synchronous(let handler): try await handler.run(match)
        case .asynchronous(let handler): try await handler(match)
        }
    }

    /// Calls the handler at once, or answers `nil` when it would have to be waited for.
    func runInline(_ match: RouteMatch, isolation: isolated (any Actor)?) throws -> RouteReply? {
        switch self {
        case .synchronous(let handler): try handler.runInline(match, isolation: isolation)
        case .asynchronous: nil
        }
    }
}
