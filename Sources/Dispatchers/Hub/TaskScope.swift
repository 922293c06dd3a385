import SignalboxCore
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

/// The messages that the handlers of a publication post, which are delivered when the message has reached all its receivers.
final class DelayedPosts: Sendable {
    /// The number of publications in the process that collect posts.
    ///
    /// While it is zero, a post need not look for one.
    private static let count = Atomic(0)

    static var areInUse: Bool { count.load(ordering: .relaxed) > 0 }

    let tree: Hub.Tree
    private let limit: Int
    private let state = Protected(State())

    private struct State: Sendable {
        var posts: [AcceptedMessage] = []
        var lostCount = 0
        var isTaken = false
    }

    /// The end of an attempt to add a message.
    enum Addition: Sendable {
        case added
        /// The publication has ended.
        case refused
        /// There was no room.
        case dropped(Loss)
    }

    /// Creates a collection for posts to a tree of hubs.
    init(in tree: Hub.Tree, limit: Int) {
        self.tree = tree
        self.limit = limit
        Self.count.wrappingAdd(1, ordering: .relaxed)
    }

    deinit { Self.count.wrappingSubtract(1, ordering: .relaxed) }

    func add(_ post: AcceptedMessage) -> Addition {
        state.withLock { state in
            if state.isTaken { return .refused }
            if state.posts.count >= limit { return .dropped(Loss(of: post.message, counting: &state.lostCount)) }
            state.posts.append(post)
            return .added
        }
    }

    /// Takes all messages.
    ///
    /// None can be added afterwards.
    func takeAll() -> [AcceptedMessage] {
        state.withLock { state in
            state.isTaken = true
            defer { state.posts = [] }
            return state.posts
        }
    }
}
