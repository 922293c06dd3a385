public import Dispatchers

/// An asynchronous method of any type; calls and advice run on the caller's actor, an actor's method on that actor.
public typealias AsyncJoinPoint<Target, Arguments, Output> = HookPoint<
    HookStyle.Async, Target, Arguments, Output, Never, Never
>

/// An asynchronous method that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias AsyncThrowingJoinPoint<Target, Arguments, Output, Failure: Error> = HookPoint<
    HookStyle.Async, Target, Arguments, Output, Failure, any Error
>

extension HookPoint where Style == HookStyle.Async {
    /// Runs the body inside the hooks that concern the target, on the caller's actor.
    @inlinable nonisolated(nonsending) public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        if link.isQuiet { return try await body(arguments) }
        return try await runHooked(arguments, on: target, body)
    }

    @usableFromInline nonisolated(nonsending) func runHooked(
        _ arguments: Arguments, on target: Target, _ body: (Arguments) async throws(Failure) -> Output
    ) async throws(Failure) -> Output {
        let core = core
        let plan = core.plan ?? core.makePlan(of: HookStep<Target, Arguments, Output>.self, on: Target.self)
        defer { withExtendedLifetime(plan) {} }
        do {
            return try await EnclosingHooks.run(plan.hooks) {
                try await plan.cursor(for: target).run(target, arguments) { try await body($0) }
            }
        } catch { throw converted(error) }
    }

    /// Runs advice before each call, until the registration ends.
    ///
    /// Where the method may throw it may too, and the method is not called then.
    public func before(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, once: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: nonisolated(nonsending) @escaping @Sendable (Target, Arguments) async throws(Thrown) -> Void
    ) -> Registration {
        add(Advice.before(awaiting: advice), HookTerms(.before, pointcut, priority, once, fileID, line))
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
        add(Advice.after(awaiting: advice), HookTerms(.after, pointcut, priority, once, fileID, line))
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
            Advice.before(awaiting: { target, arguments async throws(Thrown) in
                try await advice(owner, target, arguments)
            })
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
            Advice.after(awaiting: { target, arguments, outcome async throws(Thrown) in
                try await advice(owner, target, arguments, outcome)
            })
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
        add(Advice.around(awaiting: advice), HookTerms(.around, pointcut, priority, once, fileID, line))
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
        add(Advice.around(awaiting: advice), HookTerms(.around, pointcut, priority, once, fileID, line))
    }
}

extension HookAdvice {
    fileprivate static func before(
        awaiting advice: nonisolated(nonsending) @escaping @Sendable (Target, Arguments) async throws -> Void
    ) -> Self {
        Self(async: { target, arguments, proceed in
            try await advice(target, arguments)
            return try await proceed(arguments)
        })
    }

    fileprivate static func after<Thrown: Error>(
        awaiting advice:
            nonisolated(nonsending) @escaping @Sendable (Target, Arguments, Result<Output, Thrown>)
            async throws(Thrown) -> Void
    ) -> Self {
        Self(async: { target, arguments, proceed in
            var outcome: Result<Output, Thrown>
            do { outcome = .success(try await proceed(arguments)) } catch { outcome = .failure(converted(error)) }
            try await advice(target, arguments, outcome)
            return try outcome.get()
        })
    }

    fileprivate static func around(awaiting advice: @escaping Async) -> Self { Self(async: advice) }

    fileprivate static func around(
        awaiting advice:
            nonisolated(nonsending) @escaping @Sendable (
                Target, Arguments, nonisolated(nonsending) (Arguments) async -> Output
            ) async -> Output
    ) -> Self {
        Self(async: { target, arguments, proceed in
            await advice(target, arguments) { arguments in
                do { return try await proceed(arguments) } catch { preconditionFailure("\(error)") }
            }
        })
    }
}

extension HookCursor {
    /// Runs a body inside the hooks from here on, on the caller's actor.
    fileprivate nonisolated(nonsending) func run<Target, Arguments, Output>(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) async throws -> Output
    ) async throws -> Output {
        var rest = self
        guard let step: HookStep<Target, Arguments, Output> = rest.next(for: target) else {
            return try await body(arguments)
        }
        let inner = rest
        return try await step.advice.async(target, arguments) { try await inner.run(target, $0, body) }
    }
}
