public import Dispatchers

/// An asynchronous method of any type; calls and advice run on the caller's actor, an actor's method on that actor.
public typealias AsyncJoinPoint<Target, Arguments, Output> = HookPoint<
    HookStyle.Async, Target, Arguments, Output, Never, Never
>

/// An asynchronous method that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias AsyncThrowingJoinPoint<Target, Arguments, Output, Failure: Error> = HookPoint<
    HookStyle.Async, Target, Arguments, Output, Failure, any Error
>

/// One hook of an asynchronous method: advice that may throw, as a ``HookLayer`` of a synchronous method.
///
/// What proceeds is a closure and not a structure: no pointer to the stack is valid across `await`.
@usableFromInline
enum AsyncLayer<Target, Arguments, Output>: HookAdvice {
    @usableFromInline typealias Before = nonisolated(nonsending) @Sendable (Target, Arguments) async throws -> Void
    @usableFromInline typealias After =
        nonisolated(nonsending) @Sendable (Target, Arguments, Result<Output, any Error>) async throws -> Void
    @usableFromInline typealias Around =
        nonisolated(nonsending) @Sendable (
            Target, Arguments, nonisolated(nonsending) (Arguments) async throws -> Output
        ) async throws -> Output

    case before(Before)
    case after(After)
    case around(Around)
    case observing(HookObserver)
    /// Advice that needs its owner, made for each call, or `nil` without the owner.
    case owned(@Sendable () -> AsyncLayer?)

    static func afterErasing<Thrown: Error>(
        _ advice:
            nonisolated(nonsending) @escaping @Sendable (Target, Arguments, Result<Output, Thrown>)
            async throws(Thrown) -> Void
    ) -> Self {
        .after { target, arguments, outcome in
            try await advice(target, arguments, outcome.mapError { converted($0) })
        }
    }

    /// A function type that is generic in its error cannot take another one: the compiler of 6.3 crashes.
    static func aroundNonthrowing(
        _ advice:
            nonisolated(nonsending) @escaping @Sendable (
                Target, Arguments, nonisolated(nonsending) (Arguments) async -> Output
            ) async -> Output
    ) -> Self {
        .around { target, arguments, proceed in
            await advice(target, arguments) { arguments in
                do { return try await proceed(arguments) } catch { preconditionFailure("\(error)") }
            }
        }
    }
}

extension HookPoint where Style == HookStyle.Async {
    @usableFromInline typealias Async = AsyncLayer<Target, Arguments, Output>

    /// Runs the body inside the hooks that concern the target, on the caller's actor.
    @inlinable nonisolated(nonsending) public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        if link.isQuiet { return try await body(arguments) }
        return try await runHooked(arguments, on: target, body)
    }

    @inlinable nonisolated(nonsending) func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let plan = plan(of: Async.self)
        defer { withExtendedLifetime(plan) {} }
        do {
            return try await EnclosingHooks.run(plan.hooks) {
                try await Self.run(plan.cursor(for: target), target, arguments) { arguments async throws in
                    try await body(arguments)
                }
            }
        } catch { throw converted(error) }
    }

    @inlinable nonisolated(nonsending) static func run(
        _ cursor: HookCursor<Async>, _ target: Target, _ arguments: Arguments,
        _ body: (Arguments) async throws -> Output
    ) async throws -> Output {
        var rest = cursor
        while var layer = rest.next(for: target) {
            if case .owned(let make) = layer {
                guard let made = make() else { continue }
                layer = made
            }
            let inner = rest
            switch layer {
            case .before(let advice): try await advice(target, arguments)
            case .around(let advice):
                return try await advice(target, arguments) { try await run(inner, target, $0, body) }
            case .after(let advice):
                let outcome = await outcome(inner, target, arguments, body)
                try await advice(target, arguments, outcome)
                return try outcome.get()
            case .observing(let observer):
                guard let end = observer(target, arguments) else { continue }
                let outcome = await outcome(inner, target, arguments, body)
                end(outcome.map { $0 })
                return try outcome.get()
            case .owned: break
            }
        }
        return try await body(arguments)
    }

    @inlinable nonisolated(nonsending) static func outcome(
        _ cursor: HookCursor<Async>, _ target: Target, _ arguments: Arguments,
        _ body: (Arguments) async throws -> Output
    ) async -> Result<Output, any Error> {
        do { return .success(try await run(cursor, target, arguments, body)) } catch { return .failure(error) }
    }

    /// Runs advice before each call, until the registration ends.
    ///
    /// Where the method may throw it may too, and the method is not called then.
    public func before(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping @Sendable (Target, Arguments) async throws(Thrown) -> Void
    ) -> Registration {
        add(Async.before(advice), HookTerms(.before, pointcut, priority, once, fileID, line))
    }

    /// Runs advice after each call, with its outcome, until the registration ends.
    ///
    /// It gets the result or the error; what it throws replaces that.
    public func after(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            nonisolated(nonsending) @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) async throws(Thrown)
            -> Void
    ) -> Registration {
        add(Async.afterErasing(advice), HookTerms(.after, pointcut, priority, once, fileID, line))
    }

    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping @Sendable (Owner, Target, Arguments) async throws(Thrown) -> Void
    ) {
        add(HookTerms(.before, pointcut, priority, once, fileID, line), by: owner) { owner in
            Async.before { target, arguments async throws(Thrown) in try await advice(owner, target, arguments) }
        }
    }

    /// Runs advice after each call, with its outcome, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            nonisolated(nonsending) @escaping @Sendable (Owner, Target, Arguments, Result<Output, Thrown>)
            async throws(Thrown) -> Void
    ) {
        add(HookTerms(.after, pointcut, priority, once, fileID, line), by: owner) { owner in
            Async.afterErasing { target, arguments, outcome async throws(Thrown) in
                try await advice(owner, target, arguments, outcome)
            }
        }
    }
}

extension HookPoint where Style == HookStyle.Async, Thrown == Never {
    /// Runs advice in place of each call, until the registration ends.
    ///
    /// Its last parameter proceeds: not at all, once or often, with any arguments.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            nonisolated(nonsending) @escaping @Sendable (
                Target, Arguments, nonisolated(nonsending) (Arguments) async -> Output
            ) async -> Output
    ) -> Registration {
        add(Async.aroundNonthrowing(advice), HookTerms(.around, pointcut, priority, once, fileID, line))
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            nonisolated(nonsending) @escaping @Sendable (
                Owner, Target, Arguments, nonisolated(nonsending) (Arguments) async -> Output
            ) async -> Output
    ) {
        add(HookTerms(.around, pointcut, priority, once, fileID, line), by: owner) { owner in
            Async.aroundNonthrowing { target, arguments, proceed async in
                await advice(owner, target, arguments, proceed)
            }
        }
    }
}

extension HookPoint where Style == HookStyle.Async, Thrown == any Error {
    /// Runs advice in place of each call, until the registration ends.
    ///
    /// Its last parameter proceeds: not at all, once or often, with any arguments.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            nonisolated(nonsending) @escaping @Sendable (
                Target, Arguments, nonisolated(nonsending) (Arguments) async throws -> Output
            ) async throws -> Output
    ) -> Registration {
        add(Async.around(advice), HookTerms(.around, pointcut, priority, once, fileID, line))
    }

    /// Runs advice in place of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            nonisolated(nonsending) @escaping @Sendable (
                Owner, Target, Arguments, nonisolated(nonsending) (Arguments) async throws -> Output
            ) async throws -> Output
    ) {
        add(HookTerms(.around, pointcut, priority, once, fileID, line), by: owner) { owner in
            Async.around { target, arguments, proceed async throws in
                try await advice(owner, target, arguments, proceed)
            }
        }
    }
}
