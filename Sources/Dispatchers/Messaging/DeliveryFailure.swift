/// A message that was not handled as it should have been.
public struct DeliveryFailure: Error, CustomStringConvertible {
    /// What was posted.
    public let message: any Sendable

    /// What the handler threw, or the `PostCycle` for which the post was refused.
    public let error: any Error

    /// Where the handler that threw was registered; `nil` when the post was refused and no handler called.
    public let observedAt: SourceLocation?

    /// Where the message was posted.
    public let postedAt: SourceLocation

    /// One line for a developer.
    public var description: String {
        let what = "the \(type(of: message)) posted at \(postedAt)"
        guard let observedAt else { return "refused \(what): \(error)" }
        return "the handler registered at \(observedAt) failed on \(what): \(error)"
    }
}
