/// A message that was accepted and waits, with the subscribers at that time.
struct AcceptedMessage: Sendable {
    let message: PendingMessage
    let receivers: SubscriptionList

    /// The object that it is about; `nil` if it was being released when the message was accepted.
    let subject: (any AnyObject & Sendable)?
}
