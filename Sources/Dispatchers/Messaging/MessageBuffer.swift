/// How many messages a sequence keeps for its reader, and which go when there are more.
public struct MessageBuffer: Sendable, Hashable {
    private let limit: Int
    let keepsOldest: Bool

    /// Keeps the newest messages: each one beyond the limit pushes out the oldest.
    ///
    /// - Parameter limit: How many messages may wait, at least one.
    /// - Returns: The policy.
    public static func dropOldest(beyond limit: Int) -> Self { Self(limit, keepsOldest: false) }

    /// Keeps the oldest messages: those beyond the limit are dropped as they come.
    ///
    /// - Parameter limit: How many messages may wait, at least one.
    /// - Returns: The policy.
    public static func dropNewest(beyond limit: Int) -> Self { Self(limit, keepsOldest: true) }

    private init(_ limit: Int, keepsOldest: Bool) {
        precondition(limit >= 1, "a buffer for \(limit) messages could never hold one")
        self.limit = limit
        self.keepsOldest = keepsOldest
    }

    func policy<Message>() -> AsyncStream<Message>.Continuation.BufferingPolicy {
        keepsOldest ? .bufferingOldest(limit) : .bufferingNewest(limit)
    }
}
