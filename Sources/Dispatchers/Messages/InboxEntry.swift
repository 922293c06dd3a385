/// A message that waits in an inbox.
struct InboxEntry: Sendable {
    typealias Publisher = CheckedContinuation<DeliveryReport, Never>

    let message: PendingMessage
    let subscription: Subscription

    /// The key of the message: it replaces the waiting message with the same key.
    let key: String?

    /// A Boolean value that indicates whether an asynchronous handler takes it.
    ///
    /// Then its delivery ends when it has been handled.
    let isServed: Bool

    /// The publishers that wait for it, and for those that it replaced.
    var publishers: [Publisher] = []

    /// A Boolean value that indicates whether its own publisher is among them, which learns of its loss.
    var isAwaited = false

    /// The delayed posts of the publication, if the publisher waits until the message has been handled.
    ///
    /// Otherwise it waits until the message is in the queue.
    var delayedPosts: DelayedPosts?

    /// Notes the result for a message that was taken, or never will be.
    func end(_ report: DeliveryReport = DeliveryReport()) {
        if isServed { message.endDelivery(isReceived: false) }
        for publisher in publishers { publisher.resume(returning: report) }
    }
}
