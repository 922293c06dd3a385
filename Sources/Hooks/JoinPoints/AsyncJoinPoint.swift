public import SignalboxCore

/// The join point of an asynchronous method.
///
/// Calls and advice run on the caller's actor; those of an actor's method run on that actor. Advice before and after a call may be
/// marked with another actor, as in `{ @MainActor screen, target, name in … }`: the call waits for it.
public typealias AsyncJoinPoint<Target, Arguments, Output> =
    HookPoint<HookStyle.Async, Target, Arguments, Output, Never, Never>

/// The join point of an asynchronous method that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias AsyncThrowingJoinPoint<Target, Arguments, Output, Failure: Error> =
    HookPoint<HookStyle.Async, Target, Arguments, Output, Failure, any Error>

extension HookPoint where Style == HookStyle.Async {
    /// Runs the body inside the hooks that apply to the target, on the caller's actor.
    @inlinable nonisolated(nonsending) public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        if isUnhooked { return try await body(arguments) }
        return try await runHooked(arguments, awaiting: target, body)
    }

    /// Runs advice before each call, until the registration ends.
    ///
    /// If the method may throw, so may the advice; then the method is not called.
    public func before(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments) async throws(Thrown) -> Void
    ) -> Registration {
        add(Terms(.before, pointcut, priority, fileID, line), .awaitedBefore { try await advice($0, $1) })
    }

    /// Runs advice after each call, with its outcome, until the registration ends.
    ///
    /// The advice gets the result or the error. An error that it throws replaces that.
    public func after(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) async throws(Thrown) -> Void
    ) -> Registration {
        add(Terms(.after, pointcut, priority, fileID, line), Self.awaitedAfter { try await advice($0, $1, $2) })
    }

    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, Target, Arguments) async throws(Thrown) -> Void
    ) {
        add(Terms(.before, pointcut, priority, fileID, line), by: owner) { owner in
            .awaitedBefore { if let owner = owner() { try await advice(owner, $0, $1) } }
        }
    }

    /// Runs advice after each call, with its outcome, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, Target, Arguments, Result<Output, Thrown>) async throws(Thrown) -> Void
    ) {
        add(Terms(.after, pointcut, priority, fileID, line), by: owner) { owner in
            Self.awaitedAfter { if let owner = owner() { try await advice(owner, $0, $1, $2) } }
        }
    }

    /// Runs advice instead of each call, until the registration ends.
    ///
    /// The last parameter of the advice proceeds: not at all, once or often, with any arguments.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments, (Arguments) async -> Output) async -> Output
    ) -> Registration where Thrown == Never {
        add(
            Terms(.around, pointcut, priority, fileID, line),
            .awaitedAround { target, arguments, proceed in
                await advice(target, arguments) { arguments in
                    do { return try await proceed(arguments) } catch { unexpected(error) }
                }
            })
    }

    /// Runs advice instead of each call, until the registration ends.
    ///
    /// The last parameter of the advice proceeds: not at all, once or often, with any arguments.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments, (Arguments) async throws -> Output) async throws -> Output
    ) -> Registration where Thrown == any Error {
        add(Terms(.around, pointcut, priority, fileID, line), .awaitedAround(advice))
    }

    /// Runs advice instead of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Its
    /// last parameter proceeds: not at all, once or often, with any arguments.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, Target, Arguments, (Arguments) async -> Output) async -> Output
    ) where Thrown == Never {
        add(Terms(.around, pointcut, priority, fileID, line), by: owner) { owner in
            .awaitedAround { target, arguments, proceed in
                guard let owner = owner() else { return try await proceed(arguments) }
                return await advice(owner, target, arguments) { arguments in
                    do { return try await proceed(arguments) } catch { unexpected(error) }
                }
            }
        }
    }

    /// Runs advice instead of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Its
    /// last parameter proceeds: not at all, once or often, with any arguments.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            @escaping @Sendable (Owner, Target, Arguments, (Arguments) async throws -> Output) async throws -> Output
    ) where Thrown == any Error {
        add(Terms(.around, pointcut, priority, fileID, line), by: owner) { owner in
            .awaitedAround { target, arguments, proceed in
                guard let owner = owner() else { return try await proceed(arguments) }
                return try await advice(owner, target, arguments, proceed)
            }
        }
    }

    /// Returns advice after a call, from a function of its outcome.
    private static func awaitedAfter(
        _ advice: @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) async throws -> Void
    ) -> Advice {
        .awaitedAfter(
            returned: { try await advice($0, $1, .success($2)) },
            failed: { try await advice($0, $1, .failure(converted($2))) })
    }
}
