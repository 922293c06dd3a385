/// A set of a state that was refused, or whose change was merged with another since too many wait.
public struct StateFailure: Error, CustomStringConvertible {
    /// The name of the state.
    public let state: String

    /// Where it was set.
    public let setAt: SourceLocation

    /// The reason: a `StateCycle` for which the set was refused, or a `StateOverflow`.
    public let error: any Error

    /// One line for a developer.
    public var description: String { "the set of \(state) at \(setAt): \(error)" }
}

/// The reason why a set was refused.
///
/// More sets, posts and calls led to it, each made by a handler of the one before, than the center's cycle limit allows; or
/// it was made inside of an update of the same state; or it would wait for an update that waits for the current thread.
public struct StateCycle: Error, Hashable, CustomStringConvertible {
    /// One set, post or call of the chain.
    public struct Link: Sendable, Hashable {
        /// The name of the state, of the message's type, or of the protocol.
        public let state: String

        /// Where it was set, posted or called.
        public let location: SourceLocation
    }

    /// The sets from the first one to the refused one.
    public let chain: [Link]

    /// One line for a developer, with the end of the chain.
    public var description: String {
        let end = chain.suffix(5).map { "\($0.state) (\($0.location))" }.joined(separator: " → ")
        return "refused, for it stems from itself: \(chain.count > 5 ? "… → " : "")\(end)"
    }
}

/// The reason why an observer misses a value: more changes wait than the center's queue limit allows, and the newest
/// became one.
///
/// The first change of a state that is merged is reported, then the second, the fourth, the eighth and so on.
public struct StateOverflow: Error, Hashable, CustomStringConvertible {
    /// How many changes of the state have been merged by now.
    public let count: Int

    /// One line for a developer.
    public var description: String { "too many changes wait; \(count) have been merged with others by now" }
}
