import SignalboxCore
import Synchronization

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
