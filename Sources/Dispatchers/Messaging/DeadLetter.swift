/// A message that nobody received.
///
/// Nobody observed it when it was accepted, or all who did had ended or died when it reached them. A sequence and an
/// asynchronous observer have received a message once it is in their queue.
public struct DeadLetter: Sendable, CustomStringConvertible {
    /// What was posted.
    public let message: any Sendable

    /// Where it was posted.
    public let postedAt: SourceLocation

    /// One line for a developer.
    public var description: String { "nobody received the \(type(of: message)) posted at \(postedAt)" }
}
