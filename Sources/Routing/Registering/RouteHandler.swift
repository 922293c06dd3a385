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
