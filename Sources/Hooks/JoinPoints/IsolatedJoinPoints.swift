/// An actor's method, with advice that runs on the actor.
///
/// Advice touches the actor's state as the method does, without `await`:
///
/// ```swift
/// actor Account {
///     static let deposit = ActorJoinPoint<Account, Int, Int>("deposit(_:)")
///     var balance = 0
///
///     func deposit(_ amount: Int) -> Int {
///         Self.deposit(self, amount) { amount in
///             balance += amount
///             return balance
///         }
///     }
/// }
/// let bonus = Account.deposit.before { account, amount in account.balance += 1 }
/// ```
public typealias ActorJoinPoint<Target: Actor, Arguments, Output> = HookPoint<
    Target, Arguments, Output, Never,
    @Sendable (isolated Target, Arguments, (Arguments) -> Output) -> Output,
    @Sendable (isolated Target, Arguments) -> Void,
    @Sendable (isolated Target, Arguments, Output) -> Void,
    Never
>

/// An actor's method that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias ActorThrowingJoinPoint<Target: Actor, Arguments, Output, Failure: Error> = HookPoint<
    Target, Arguments, Output, Failure,
    @Sendable (isolated Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    @Sendable (isolated Target, Arguments) throws -> Void,
    @Sendable (isolated Target, Arguments, Output) throws -> Void,
    @Sendable (isolated Target, Arguments, any Error) throws -> Void
>

/// A method on the main actor, with advice that runs there.
///
/// Advice touches the target and any other state of the main actor without `await`, wherever it was registered:
///
/// ```swift
/// @MainActor final class Screen {
///     nonisolated static let appearing = MainActorJoinPoint<Screen, Bool, Void>("appear(animated:)")
///     var title = ""
///
///     func appear(animated: Bool) {
///         Self.appearing(self, animated) { animated in title = animated ? "slowly" : "at once" }
///     }
/// }
/// let naming = Screen.appearing.after { screen, animated in screen.title += "!" }
/// ```
public typealias MainActorJoinPoint<Target, Arguments, Output> = HookPoint<
    Target, Arguments, Output, Never,
    @MainActor (Target, Arguments, (Arguments) -> Output) -> Output,
    @MainActor (Target, Arguments) -> Void,
    @MainActor (Target, Arguments, Output) -> Void,
    Never
>

/// A method on the main actor that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias MainActorThrowingJoinPoint<Target, Arguments, Output, Failure: Error> = HookPoint<
    Target, Arguments, Output, Failure,
    @MainActor (Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    @MainActor (Target, Arguments) throws -> Void,
    @MainActor (Target, Arguments, Output) throws -> Void,
    @MainActor (Target, Arguments, any Error) throws -> Void
>

// Calls are made on the isolation of their advice, hence the plain shape may run them; `HookAdvice` has the proof.

extension HookPoint
where
    Target: Actor, Around == @Sendable (isolated Target, Arguments, (Arguments) -> Output) -> Output,
    Observe == @Sendable (isolated Target, Arguments) -> Void,
    Returned == @Sendable (isolated Target, Arguments, Output) -> Void,
    Thrown == Never
{
    /// Runs the body inside the hooks that concern the actor, all on the actor.
    @inlinable public func callAsFunction(
        _ target: isolated Target, _ arguments: Arguments, _ body: (Arguments) -> Output
    ) -> Output {
        if link.isQuiet { return body(arguments) }
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        return JoinPoint.run(ChainCursor(chain), target, arguments, body)
    }
}

extension HookPoint
where
    Target: Actor, Around == @Sendable (isolated Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    Observe == @Sendable (isolated Target, Arguments) throws -> Void,
    Returned == @Sendable (isolated Target, Arguments, Output) throws -> Void,
    Thrown == @Sendable (isolated Target, Arguments, any Error) throws -> Void
{
    /// Runs the body inside the hooks that concern the actor, all on the actor, and throws what it or advice throws.
    @inlinable public func callAsFunction(
        _ target: isolated Target, _ arguments: Arguments, _ body: (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if link.isQuiet { return try body(arguments) }
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        do {
            return try ThrowingJoinPoint<Target, Arguments, Output, Failure>.run(ChainCursor(chain), target, arguments)
            {
                arguments throws in try body(arguments)
            }
        } catch { throw failure(error) }
    }
}

extension HookPoint
where
    Around == @MainActor (Target, Arguments, (Arguments) -> Output) -> Output,
    Observe == @MainActor (Target, Arguments) -> Void,
    Returned == @MainActor (Target, Arguments, Output) -> Void,
    Thrown == Never
{
    /// Runs the body inside the hooks that concern the target, all on the main actor.
    @inlinable @MainActor public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: @MainActor (Arguments) -> Output
    ) -> Output {
        if link.isQuiet { return body(arguments) }
        return runHooked(arguments, on: target, body)
    }

    @inline(never) @inlinable @MainActor func runHooked(
        _ arguments: Arguments, on target: Target, _ body: @MainActor (Arguments) -> Output
    ) -> Output {
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        return JoinPoint.run(ChainCursor(chain), target, arguments) { arguments in body(arguments) }
    }
}

extension HookPoint
where
    Around == @MainActor (Target, Arguments, (Arguments) throws -> Output) throws -> Output,
    Observe == @MainActor (Target, Arguments) throws -> Void,
    Returned == @MainActor (Target, Arguments, Output) throws -> Void,
    Thrown == @MainActor (Target, Arguments, any Error) throws -> Void
{
    /// Runs the body inside the hooks that concern the target, all on the main actor, and throws what it or advice throws.
    @inlinable @MainActor public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: @MainActor (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if link.isQuiet { return try body(arguments) }
        return try runHooked(arguments, on: target, body)
    }

    @inline(never) @inlinable @MainActor func runHooked(
        _ arguments: Arguments, on target: Target, _ body: @MainActor (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        let chain = chain(for: target)
        defer { withExtendedLifetime(chain) {} }
        do {
            return try ThrowingJoinPoint<Target, Arguments, Output, Failure>.run(ChainCursor(chain), target, arguments)
            {
                arguments throws in try body(arguments)
            }
        } catch { throw failure(error) }
    }
}
