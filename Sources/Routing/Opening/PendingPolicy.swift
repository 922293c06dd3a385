/// The effect that a new opening has on those that have begun before it and have not ended.
public enum PendingPolicy: Sendable, Hashable {
    /// Openings do not affect one another.
    case independent

    /// A new opening cancels the older ones, whose outcome is ``RouteOutcome/Result/superseded(by:)``.
    ///
    /// An opening does so when its first block, guard or handler is about to be called. An opening that no route
    /// matches, or that ends as ``RouteOutcome/Result/needsAwait`` before it called anything, cancels none. A redirect
    /// that was registered with its target calls nothing: the opening cancels others once its target does.
    ///
    /// From then on, no block, guard or handler of the older opening begins, and its `onUnmatched` function is not
    /// called. The task of an asynchronous guard or handler that runs is cancelled. The older `open` returns when that
    /// guard or handler has returned.
    ///
    /// An opening that a block, a guard, a handler or the `onUnmatched` function makes is a part of the opening that
    /// called it, also with another router. It does not cancel that opening, and is cancelled with it.
    case cancelsOlder
}
