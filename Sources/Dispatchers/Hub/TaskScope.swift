import Synchronization

/// The call of an asynchronous handler that the current task runs: the counterpart of `DeliveryScope`, which belongs to a thread.
///
/// A task that the handler starts inherits it. It has no effect there once the handler has returned.
final class TaskScope: Sendable {
    @TaskLocal private static var inherited: TaskScope?

    /// The innermost call that the current task is part of and that is still running.
    static var current: TaskScope? { inherited.flatMap { $0.hasEnded.load(ordering: .acquiring) ? nil : $0 } }

    /// The message that the handler was called with.
    let cause: Cause

    /// The posts that a publication delivers at its end; `nil` if no publication waits for the handler.
    private let posts: DelayedPosts?

    private let consumed = Atomic(false)
    private let hasEnded = Atomic(false)

    init(_ cause: Cause, delaying posts: DelayedPosts?) {
        self.cause = cause
        self.posts = posts
    }

    /// A Boolean value that indicates whether the handler keeps the message from later receivers.
    var isConsumed: Bool { consumed.load(ordering: .acquiring) }

    func consume() {
        consumed.store(true, ordering: .releasing)
    }

    /// Runs the handler in this scope.
    func run<Result>(
        isolation: isolated (any Actor)? = #isolation, _ handler: () async throws -> Result
    ) async rethrows -> Result {
        defer { hasEnded.store(true, ordering: .releasing) }
        return try await Self.$inherited.withValue(self, operation: handler)
    }

    /// Returns the publication that delivers what the current task posts to a tree of hubs.
    static func delayedPosts(in tree: Hub.Tree) -> DelayedPosts? {
        guard DelayedPosts.areInUse else { return nil }
        return current?.posts.flatMap { $0.tree === tree ? $0 : nil }
    }
}
