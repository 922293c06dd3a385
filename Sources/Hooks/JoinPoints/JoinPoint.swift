public import SignalboxCore

/// The join point of a synchronous method or function.
///
/// The target is the object or value, the type for a static method, and `Void` for a function outside types.
/// Advice runs on the thread of the call.
public typealias JoinPoint<Target, Arguments, Output> =
    HookPoint<HookStyle.Plain, Target, Arguments, Output, Never, Never>

/// The join point of a synchronous method or function that throws errors of one type, or `any Error`.
///
/// Advice may throw too: `before` so that the method is not called, `around` instead of its result. Where the method
/// throws a typed error, advice has to throw errors of that type; another one stops the program.
public typealias ThrowingJoinPoint<Target, Arguments, Output, Failure: Error> =
    HookPoint<HookStyle.Plain, Target, Arguments, Output, Failure, any Error>

extension HookPoint where Style == HookStyle.Plain {
    /// Runs the body inside the hooks that apply to the target.
    ///
    /// - Parameters:
    ///   - target: The object or value of the method: `self`.
    ///   - arguments: The arguments of the method; `()` if it has none.
    ///   - body: The code of the method, which gets the arguments that the innermost advice passed on.
    /// - Returns: The result of the outermost advice.
    /// - Throws: The error of the body or of advice.
    @inlinable public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if isUnhooked { return try body(arguments) }
        return try runHooked(arguments, on: target, body)
    }

    /// Runs advice before each call, until the registration ends.
    ///
    /// If the method may throw, so may the advice; then the method is not called.
    ///
    /// - Parameters:
    ///   - pointcut: The targets that the hook applies to.
    ///   - priority: Hooks of higher priority run further outside.
    ///   - fileID: The file in which the hook is written.
    ///   - line: The line on which the hook is written.
    ///   - advice: The code to run.
    /// - Returns: The token of the hook.
    public func before(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments) throws(Thrown) -> Void
    ) -> Registration { add(Terms(.before, pointcut, priority, fileID, line), before: advice) }

    /// Runs advice after each call, with its outcome, until the registration ends.
    ///
    /// The advice gets the result or the error. An error that it throws replaces that.
    public func after(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Registration { add(Terms(.after, pointcut, priority, fileID, line), after: advice) }
}

extension HookPoint where Style: HookStyle.Inheriting {
    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Advice
    /// that is written in an isolated type may touch its state. In a call on another isolation it does not run, which
    /// is reported as a ``SkippedHook``.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, Target, Arguments) throws(Thrown) -> Void
    ) {
        add(
            Terms(.before, pointcut, priority, fileID, line, advice.isolation), by: owner,
            before: withoutIsolation(advice))
    }

    /// Runs advice after each call, with its outcome, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Advice
    /// that is written in an isolated type may touch its state. In a call on another isolation it does not run, which
    /// is reported as a ``SkippedHook``.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) {
        add(
            Terms(.after, pointcut, priority, fileID, line, advice.isolation), by: owner,
            after: withoutIsolation(advice))
    }
}

extension HookPoint where Style: HookStyle.Synchronous {
    // Two forms of `around`: the compiler of 6.3 crashes on closures that take a function with `throws(Thrown)`, where
    // that is `Never`.

    /// Runs advice instead of each call, until the registration ends.
    ///
    /// The last parameter of the advice proceeds: not at all, once or often, with any arguments. Advice that touches
    /// isolated state is marked, `{ @MainActor target, arguments, proceed in … }`. In a call on another isolation it
    /// does not run, which is reported as a ``SkippedHook``. The state of an actor that is the target is reached with
    /// `assumeIsolated`.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, Arguments, (Arguments) -> Output) -> Output
    ) -> Registration where Thrown == Never {
        let plainly: @Sendable (Target, Arguments, (Arguments) -> Output) -> Output = withoutIsolation(advice)
        return add(
            Terms(.around, pointcut, priority, fileID, line, advice.isolation),
            .around { target, arguments, proceed in
                plainly(target, arguments) { arguments in
                    do { return try proceed(&target, arguments) } catch { unexpected(error) }
                }
            })
    }

    /// Runs advice instead of each call, until the registration ends.
    ///
    /// The last parameter of the advice proceeds: not at all, once or often, with any arguments. Advice that touches
    /// isolated state is marked, `{ @MainActor target, arguments, proceed in … }`. In a call on another isolation it
    /// does not run, which is reported as a ``SkippedHook``. The state of an actor that is the target is reached with
    /// `assumeIsolated`.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @isolated(any) @Sendable (Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) -> Registration where Thrown == any Error {
        let plainly: @Sendable (Target, Arguments, (Arguments) throws -> Output) throws -> Output =
            withoutIsolation(advice)
        return add(
            Terms(.around, pointcut, priority, fileID, line, advice.isolation),
            .around { target, arguments, proceed in try plainly(target, arguments) { try proceed(&target, $0) } })
    }
}

extension HookPoint where Style: HookStyle.Inheriting {
    /// Runs advice instead of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Its
    /// last parameter proceeds: not at all, once or often, with any arguments. Advice that is written in an isolated
    /// type may touch its state. In a call on another isolation it does not run, which is reported as a
    /// ``SkippedHook``.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, Target, Arguments, (Arguments) -> Output) -> Output
    ) where Thrown == Never {
        let plainly: @Sendable (Owner, Target, Arguments, (Arguments) -> Output) -> Output = withoutIsolation(advice)
        add(
            Terms(.around, pointcut, priority, fileID, line, advice.isolation), by: owner,
            around: { owner, target, arguments, proceed in
                plainly(owner, target, arguments) { quiet(proceed, $0) }
            })
    }

    /// Runs advice instead of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Its
    /// last parameter proceeds: not at all, once or often, with any arguments. Advice that is written in an isolated
    /// type may touch its state. In a call on another isolation it does not run, which is reported as a
    /// ``SkippedHook``.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) where Thrown == any Error {
        add(
            Terms(.around, pointcut, priority, fileID, line, advice.isolation), by: owner,
            around: withoutIsolation(advice))
    }
}
