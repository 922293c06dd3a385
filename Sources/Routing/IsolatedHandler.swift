import Dispatchers

/// A synchronous function together with the isolation that it was written in.
///
/// The isolation is read once. The function is called inline only where that isolation is known to hold, else awaited.
struct IsolatedHandler<Input: Sendable, Output: Sendable>: Sendable {
    private let isolation: (any Actor)?
    private let inline: @Sendable (Input) throws -> Output
    private let awaited: @Sendable (Input) async throws -> Output

    /// Keeps a function, and what its answer means.
    init<Answer: Sendable>(
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

    /// Whether the function may be called without waiting by somebody who runs on `current`.
    func canRunInline(on current: (any Actor)?) -> Bool {
        isolation == nil || isolation === current
    }

    /// Calls the function at once, or answers `nil` when that would leave its isolation.
    func runInline(_ input: Input, isolation current: isolated (any Actor)?) throws -> Output? {
        guard canRunInline(on: current) else { return nil }
        return try inline(input)
    }

    /// Calls the function on its own isolation.
    func run(_ input: Input) async throws -> Output {
        try await awaited(input)
    }
}
