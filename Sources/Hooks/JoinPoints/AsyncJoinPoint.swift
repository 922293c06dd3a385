/// An asynchronous method, of an actor or the main actor as well.
///
/// Body and advice run on the caller's actor, one after the other. Advice that touches the target's isolated state says so,
/// `{ @MainActor screen, id in … }`, or awaits the target's own methods.
///
/// ```swift
/// actor Feed {
///     static let loading = AsyncJoinPoint<Feed, Int, String>("load(_:)")
///     func load(_ page: Int) async -> String {
///         await Self.loading(self, page) { page in "page \(page)" }
///     }
/// }
/// let caching = Feed.loading.around { feed, page, proceed in page == 0 ? "cover" : await proceed(page) }
/// ```
public typealias AsyncJoinPoint<Target, Arguments, Output> = HookPoint<
    Target, Arguments, Output, Never,
    nonisolated(nonsending) @Sendable (Target, Arguments, nonisolated(nonsending) (Arguments) async -> Output) async ->
        Output,
    nonisolated(nonsending) @Sendable (Target, Arguments) async -> Void,
    nonisolated(nonsending) @Sendable (Target, Arguments, Output) async -> Void,
    Never
>

/// An asynchronous method that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias AsyncThrowingJoinPoint<Target, Arguments, Output, Failure: Error> = HookPoint<
    Target, Arguments, Output, Failure,
    nonisolated(nonsending) @Sendable (Target, Arguments, nonisolated(nonsending) (Arguments) async throws -> Output)
        async throws -> Output,
    nonisolated(nonsending) @Sendable (Target, Arguments) async throws -> Void,
    nonisolated(nonsending) @Sendable (Target, Arguments, Output) async throws -> Void,
    nonisolated(nonsending) @Sendable (Target, Arguments, any Error) async throws -> Void
>

extension HookPoint
where
    Around
        == nonisolated(nonsending) @Sendable (
            Target, Arguments, nonisolated(nonsending) (Arguments) async -> Output
        ) async -> Output,
    Observe == nonisolated(nonsending) @Sendable (Target, Arguments) async -> Void,
    Returned == nonisolated(nonsending) @Sendable (Target, Arguments, Output) async -> Void,
    Thrown == Never
{
    /// Runs the body inside the hooks that concern the target, on the caller's actor.
    @inlinable nonisolated(nonsending) public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) async -> Output
    ) async -> Output {
        if link.isQuiet { return await body(arguments) }
        return await runHooked(arguments, on: target, body)
    }

    @usableFromInline nonisolated(nonsending) func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) async -> Output
    ) async -> Output {
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        return await EnclosingHooks.run(chain.hooks) {
            await Self.run(ChainCursor(chain), target, arguments, body)
        }
    }

    private nonisolated(nonsending) static func run(
        _ first: ChainCursor, _ target: Target, _ arguments: Arguments, _ body: (Arguments) async -> Output
    ) async -> Output {
        var way = first
        while let step = way.next(for: target) {
            let inner = way
            if step.form == .general {
                guard let end = step.begin(target, arguments) else { continue }
                let output = await run(inner, target, arguments, body)
                end(.success(output))
                return output
            }
            switch step.layer(of: Self.self) {
            case .before(let advice): await advice(target, arguments)
            case .around(let advice):
                return await advice(target, arguments) { await run(inner, target, $0, body) }
            case .after(let advice):
                let output = await run(inner, target, arguments, body)
                await advice(target, arguments)
                return output
            case .afterReturning(let advice):
                let output = await run(inner, target, arguments, body)
                await advice(target, arguments, output)
                return output
            case .owned, nil: continue
            }
        }
        return await body(arguments)
    }
}

extension HookPoint
where
    Around
        == nonisolated(nonsending) @Sendable (
            Target, Arguments, nonisolated(nonsending) (Arguments) async throws -> Output
        ) async throws -> Output,
    Observe == nonisolated(nonsending) @Sendable (Target, Arguments) async throws -> Void,
    Returned == nonisolated(nonsending) @Sendable (Target, Arguments, Output) async throws -> Void,
    Thrown == nonisolated(nonsending) @Sendable (Target, Arguments, any Error) async throws -> Void
{
    /// Runs the body inside the hooks that concern the target, and throws what it or advice throws.
    @inlinable nonisolated(nonsending) public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        if link.isQuiet { return try await body(arguments) }
        return try await runHooked(arguments, on: target, body)
    }

    @usableFromInline nonisolated(nonsending) func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        do {
            return try await EnclosingHooks.run(chain.hooks) {
                try await Self.run(ChainCursor(chain), target, arguments) { arguments async throws in
                    try await body(arguments)
                }
            }
        } catch { throw failure(error) }
    }

    private nonisolated(nonsending) static func run(
        _ first: ChainCursor, _ target: Target, _ arguments: Arguments, _ body: (Arguments) async throws -> Output
    ) async throws -> Output {
        var way = first
        while let step = way.next(for: target) {
            let inner = way
            if step.form == .general {
                guard let end = step.begin(target, arguments) else { continue }
                do {
                    let output = try await run(inner, target, arguments, body)
                    end(.success(output))
                    return output
                } catch {
                    end(.failure(error))
                    throw error
                }
            }
            switch step.layer(of: Self.self) {
            case .before(let advice): try await advice(target, arguments)
            case .around(let advice):
                return try await advice(target, arguments) { try await run(inner, target, $0, body) }
            case .after(let advice):
                let output: Output
                do { output = try await run(inner, target, arguments, body) } catch {
                    try await advice(target, arguments)
                    throw error
                }
                try await advice(target, arguments)
                return output
            case .afterReturning(let advice):
                let output = try await run(inner, target, arguments, body)
                try await advice(target, arguments, output)
                return output
            case .afterThrowing(let advice):
                do { return try await run(inner, target, arguments, body) } catch {
                    try await advice(target, arguments, error)
                    throw error
                }
            case .owned, nil: continue
            }
        }
        return try await body(arguments)
    }
}
