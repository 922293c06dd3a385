import Dispatchers

/// A function together with the isolation that it was written in.
///
/// The isolation is read once. The function is called inline only where that isolation is known to hold, else awaited.
final class IsolatedHandler<Input: Sendable, Output: Sendable>: Sendable {
    private let isolation: (any Actor)?
    /// `nil` for a function that has to be awaited.
    private let inline: (@Sendable (Input) throws -> Output)?
    private let awaited: @Sendable (Input) async throws -> Output

    /// Keeps a function that has to be awaited.
    init(_ body: @escaping @Sendable (Input) async throws -> Output) {
        isolation = nil
        inline = nil
        awaited = body
    }

    /// Keeps a function that may be called inline where its isolation is current.
    init(
        on isolation: (any Actor)?, inline: @escaping @Sendable (Input) throws -> Output,
        awaited: @escaping @Sendable (Input) async throws -> Output
    ) {
        self.isolation = isolation
        self.inline = inline
        self.awaited = awaited
    }

    /// Calls the function at once, or answers `nil` when that would leave its isolation.
    func runInline(_ input: Input, isolation current: isolated (any Actor)?) throws -> Output? {
        guard let inline, isolation == nil || isolation === current else { return nil }
        return try inline(input)
    }

    /// Calls the function on its own isolation.
    func run(_ input: Input) async throws -> Output {
        try await awaited(input)
    }
}

extension IsolatedHandler {
    /// Keeps a synchronous function, and what its result means.
    convenience init<Result: Sendable>(
        _ body: @escaping @isolated(any) @Sendable (Input) throws -> Result,
        meaning: @escaping @Sendable (Result) -> Output
    ) {
        // Called by `runInline` alone, and there only while the isolation is current.
        let plain = unchecked(body)
        self.init(on: body.isolation) {
            meaning(try plain($0))
        } awaited: {
            meaning(try await body($0))
        }
    }
}

extension RouteHandler {
    /// Keeps a synchronous function of two arguments, of which one is read from the match.
    ///
    /// Nothing to read means that the handler declines.
    convenience init<First: Sendable, Result: Sendable>(
        _ body: @escaping @isolated(any) @Sendable (First, RouteMatch) throws -> Result?,
        reading first: @escaping @Sendable (RouteMatch) throws -> First?
    ) {
        // Called by `runInline` alone, and there only while the isolation is current.
        let plain = unchecked(body)
        self.init(on: body.isolation) { match in
            guard let first = try first(match) else { return .declined }
            return RouteReply(try plain(first, match))
        } awaited: { match in
            guard let first = try first(match) else { return .declined }
            return RouteReply(try await body(first, match))
        }
    }

    /// Keeps an asynchronous function of two arguments, of which one is read from the match.
    convenience init<First: Sendable, Result: Sendable>(
        awaiting body: @escaping @isolated(any) @Sendable (First, RouteMatch) async throws -> Result?,
        reading first: @escaping @Sendable (RouteMatch) throws -> First?
    ) {
        self.init { match in
            guard let first = try first(match) else { return .declined }
            return RouteReply(try await body(first, match))
        }
    }
}
