/// The reason why a post was refused: more messages led to it, each posted by a handler of the one before, than the
/// center's cycle limit allows.
public struct PostCycle: Error, Hashable, CustomStringConvertible {
    /// One message of the chain.
    public struct Link: Sendable, Hashable {
        /// The name of the message's type.
        public let message: String

        /// Where it was posted.
        public let location: SourceLocation
    }

    /// The messages from the outermost one to the refused one.
    public let chain: [Link]

    /// One line for a developer, with the end of the chain.
    public var description: String {
        let end = chain.suffix(5).map { "\($0.message) (\($0.location))" }.joined(separator: " → ")
        return "\(chain.count - 1) messages led to one another: \(chain.count > 5 ? "… → " : "")\(end)"
    }
}
