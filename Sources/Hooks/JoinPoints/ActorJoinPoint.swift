public import SignalboxCore

/// A method of an actor, with advice that runs on the actor.
///
/// Advice before and after it touches the actor's state as the method does, without `await`:
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
public typealias ActorJoinPoint<Target: Actor, Arguments, Output> =
    HookPoint<HookStyle.OnActor, Target, Arguments, Output, Never, Never>

/// A method of an actor that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias ActorThrowingJoinPoint<Target: Actor, Arguments, Output, Failure: Error> =
    HookPoint<HookStyle.OnActor, Target, Arguments, Output, Failure, any Error>

extension HookPoint where Style == HookStyle.OnActor, Target: Actor {
    /// Runs the body inside the hooks that apply to the actor, all on the actor.
    @inlinable public func callAsFunction(
        _ target: isolated Target, _ arguments: Arguments, _ body: (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if isUnhooked { return try body(arguments) }
        return try runHooked(arguments, on: target, body)
    }

    /// Runs advice before each call, until the registration ends.
    ///
    /// If the method may throw, so may the advice; then the method is not called.
    public func before(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (isolated Target, Arguments) throws(Thrown) -> Void
    ) -> Registration { add(Terms(.before, pointcut, priority, fileID, line), before: withoutIsolation(advice)) }

    /// Runs advice after each call, with its outcome, until the registration ends.
    ///
    /// The advice gets the result or the error. An error that it throws replaces that.
    public func after(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (isolated Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Registration { add(Terms(.after, pointcut, priority, fileID, line), after: withoutIsolation(advice)) }

    /// Runs advice before each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func before<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments) throws(Thrown) -> Void
    ) { add(Terms(.before, pointcut, priority, fileID, line), by: owner, before: withoutIsolation(advice)) }

    /// Runs advice after each call, with its outcome, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early.
    public func after<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, isolated Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) { add(Terms(.after, pointcut, priority, fileID, line), by: owner, after: withoutIsolation(advice)) }

    /// Runs advice instead of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Its
    /// last parameter proceeds: not at all, once or often, with any arguments. The state of the actor is reached with
    /// `assumeIsolated`.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, Target, Arguments, (Arguments) -> Output) -> Output
    ) where Thrown == Never {
        add(
            Terms(.around, pointcut, priority, fileID, line), by: owner,
            around: { owner, target, arguments, proceed in
                advice(owner, target, arguments) { quiet(proceed, $0) }
            })
    }

    /// Runs advice instead of each call, for as long as the owner lives.
    ///
    /// The advice gets the owner, which is retained while it runs; ``cancel(by:)`` ends the owner's hooks early. Its
    /// last parameter proceeds: not at all, once or often, with any arguments. The state of the actor is reached with
    /// `assumeIsolated`.
    public func around<Owner: AnyObject & Sendable>(
        on pointcut: Pointcut<Target> = .all, by owner: Owner, priority: Int = 0,
        fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @Sendable (Owner, Target, Arguments, (Arguments) throws -> Output) throws -> Output
    ) where Thrown == any Error {
        add(Terms(.around, pointcut, priority, fileID, line), by: owner, around: advice)
    }
}

/// A method of the main actor, with advice that runs there.
///
/// Advice before and after it touches the target and any other state of the main actor without `await`, wherever it was
/// registered:
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
/// let naming = Screen.appearing.after { screen, animated, _ in screen.title += "!" }
/// ```
public typealias MainActorJoinPoint<Target, Arguments, Output> =
    HookPoint<HookStyle.OnMainActor, Target, Arguments, Output, Never, Never>

/// A method of the main actor that throws; its advice may throw as at a ``ThrowingJoinPoint``.
public typealias MainActorThrowingJoinPoint<Target, Arguments, Output, Failure: Error> =
    HookPoint<HookStyle.OnMainActor, Target, Arguments, Output, Failure, any Error>

extension HookPoint where Style == HookStyle.OnMainActor {
    /// Runs the body inside the hooks that apply to the target, all on the main actor.
    @inlinable @MainActor public func callAsFunction(
        _ target: Target, _ arguments: Arguments, _ body: @MainActor (Arguments) throws(Failure) -> Output
    ) throws(Failure) -> Output {
        if isUnhooked { return try body(arguments) }
        return try runHooked(arguments, on: target) { arguments throws(Failure) in try body(arguments) }
    }

    /// Runs advice before each call, until the registration ends.
    ///
    /// If the method may throw, so may the advice; then the method is not called.
    public func before(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Target, Arguments) throws(Thrown) -> Void
    ) -> Registration { add(Terms(.before, pointcut, priority, fileID, line), before: withoutIsolation(advice)) }

    /// Runs advice after each call, with its outcome, until the registration ends.
    ///
    /// The advice gets the result or the error. An error that it throws replaces that.
    public func after(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Registration { add(Terms(.after, pointcut, priority, fileID, line), after: withoutIsolation(advice)) }
}
