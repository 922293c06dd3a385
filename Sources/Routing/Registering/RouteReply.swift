import Dispatchers

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
typealias RouteHandler = IsolatedHandler<RouteMatch, RouteReply>

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

    /// Keeps a function, and what its answer means.
    convenience init<Answer: Sendable>(
        _ body: @escaping @isolated(any) @Sendable (Input) throws -> Answer,
        meaning: @escaping @Sendable (Answer) -> Output
    ) {
        self.init(body, reading: { $0 }, meaning: meaning)
    }

    /// Keeps a function, how its argument is got, and what its answer means.
    ///
    /// What gets the argument belongs to no isolation.
    init<Argument: Sendable, Answer: Sendable>(
        _ body: @escaping @isolated(any) @Sendable (Argument) throws -> Answer,
        reading: @escaping @Sendable (Input) throws -> Argument,
        meaning: @escaping @Sendable (Answer) -> Output
    ) {
        isolation = body.isolation
        // Called by `runInline` alone, and there only while the isolation is current.
        let plain = unchecked(body)
        inline = { input in meaning(try plain(try reading(input))) }
        awaited = { input in meaning(try await body(try reading(input))) }
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
