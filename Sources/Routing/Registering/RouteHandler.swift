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

/// What a handler says after it was asked.
///
/// One that returns anything else, or nothing, has handled the URL.
public enum RouteReply: Sendable, Hashable {
    /// The URL is dealt with.
    case handled

    /// Not mine: the next route that fits is asked.
    case declined

    /// What the answer of a handler means.
    init(_ answer: some Sendable) {
        self = answer as? RouteReply ?? .handled
    }
}
