public import SignalboxCore

/// A `mutating` method.
///
/// Body and advice receive the value itself, which they may change; the body must not use `self`:
///
/// ```swift
/// struct Position {
///     static let moving = MutatingJoinPoint<Position, Int, Void>("move(by:)")
///     var x = 0
///
///     mutating func move(by distance: Int) {
///         Self.moving(&self, distance) { position, distance in position.x += distance }
///     }
/// }
/// let doubling = Position.moving.around { position, distance, proceed in proceed(&position, distance * 2) }
/// ```
public typealias MutatingJoinPoint<Target, Arguments, Output> =
    HookPoint<HookStyle.Mutating, Target, Arguments, Output, Never, Never>

/// A `mutating` method that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias MutatingThrowingJoinPoint<Target, Arguments, Output, Failure: Error> =
    HookPoint<HookStyle.Mutating, Target, Arguments, Output, Failure, any Error>

extension HookPoint where Style == HookStyle.Mutating {
    /// Runs the body inside the hooks that apply to the target, which all of them may change.
    @inlinable public func callAsFunction(
        _ target: inout Target, _ arguments: Arguments, _ body: (inout Target, Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if isUnhooked { return try body(&target, arguments) }
        return try runHooked(&target, arguments, body)
    }

    /// Runs advice before each call, until the registration ends.
    ///
    /// If the method may throw, so may the advice; then the method is not called.
    public func before(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (inout Target, Arguments) throws(Thrown) -> Void
    ) -> Registration { add(Terms(.before, pointcut, priority, fileID, line), .before { try advice(&$0, $1) }) }

    /// Runs advice after each call, with its outcome, until the registration ends.
    ///
    /// The advice gets the result or the error. An error that it throws replaces that.
    public func after(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (inout Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Registration {
        add(Terms(.after, pointcut, priority, fileID, line), Self.after { try advice(&$0, $1, $2) })
    }

    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Advice
    /// that is written in an isolated type may touch its state. In a call on another isolation it does not run, which
    /// is reported as a ``SkippedHook``.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ advice:
            @escaping @isolated(any) @Sendable (Owner, inout Target, Arguments) throws(Thrown) -> Void
    ) {
        let plainly: @Sendable (Owner, inout Target, Arguments) throws(Thrown) -> Void = withoutIsolation(advice)
        add(Terms(.before, pointcut, priority, fileID, line, advice.isolation), by: owner) { owner in
            .before { if let owner = owner() { try plainly(owner, &$0, $1) } }
        }
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
            @escaping @isolated(any) @Sendable (Owner, inout Target, Arguments, Result<Output, Thrown>) throws(Thrown)
            -> Void
    ) {
        let plainly: @Sendable (Owner, inout Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void =
            withoutIsolation(advice)
        add(Terms(.after, pointcut, priority, fileID, line, advice.isolation), by: owner) { owner in
            Self.after { if let owner = owner() { try plainly(owner, &$0, $1, $2) } }
        }
    }

    /// Runs advice instead of each call, until the registration ends.
    ///
    /// The last parameter of the advice proceeds: not at all, once or often, with any arguments.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (inout Target, Arguments, (inout Target, Arguments) -> Output) -> Output
    ) -> Registration where Thrown == Never {
        add(
            Terms(.around, pointcut, priority, fileID, line),
            .around { target, arguments, proceed in
                advice(&target, arguments) { target, arguments in
                    do { return try proceed(&target, arguments) } catch { unexpected(error) }
                }
            })
    }

    /// Runs advice instead of each call, until the registration ends.
    ///
    /// The last parameter of the advice proceeds: not at all, once or often, with any arguments.
    public func around(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            @escaping @Sendable (inout Target, Arguments, (inout Target, Arguments) throws -> Output) throws -> Output
    ) -> Registration where Thrown == any Error {
        add(Terms(.around, pointcut, priority, fileID, line), .around(advice))
    }

    /// Runs advice instead of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Its
    /// last parameter proceeds: not at all, once or often, with any arguments.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice:
            @escaping @Sendable (Owner, inout Target, Arguments, (inout Target, Arguments) -> Output) -> Output
    ) where Thrown == Never {
        add(Terms(.around, pointcut, priority, fileID, line), by: owner) { owner in
            .around { target, arguments, proceed in
                guard let owner = owner() else { return try proceed(&target, arguments) }
                return advice(owner, &target, arguments) { target, arguments in
                    do { return try proceed(&target, arguments) } catch { unexpected(error) }
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
            @escaping @Sendable (
                Owner, inout Target, Arguments, (inout Target, Arguments) throws -> Output
            ) throws -> Output
    ) where Thrown == any Error {
        add(Terms(.around, pointcut, priority, fileID, line), by: owner) { owner in
            .around { target, arguments, proceed in
                guard let owner = owner() else { return try proceed(&target, arguments) }
                return try advice(owner, &target, arguments, proceed)
            }
        }
    }
}
