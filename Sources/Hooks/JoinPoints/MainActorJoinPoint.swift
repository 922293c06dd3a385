public import SignalboxCore

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
    ) -> Registration { add(Terms(.before, pointcut, priority, fileID, line), before: plain(advice)) }

    /// Runs advice after each call, with its outcome, until the registration ends.
    ///
    /// The advice gets the result or the error. An error that it throws replaces that.
    public func after(
        on pointcut: Pointcut<Target> = .all, priority: Int = 0, fileID: StaticString = #fileID, line: Int = #line,
        _ advice: @escaping @MainActor (Target, Arguments, Result<Output, Thrown>) throws(Thrown) -> Void
    ) -> Registration { add(Terms(.after, pointcut, priority, fileID, line), after: plain(advice)) }
}
