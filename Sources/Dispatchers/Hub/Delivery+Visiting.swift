// The asynchronous driver of deliveries.

extension Delivery {
    /// The answer of a receiver that was visited.
    struct Answer: Sendable {
        var isReceived = false
        var isConsumed = false
    }

    /// Visits one receiver after the other, and waits for each.
    ///
    /// - Parameters:
    ///   - subject: The object that the value is about.
    ///   - isolation: The actor on which this is called.
    ///   - serve: Gives the value to a receiver, and returns its answer.
    mutating func visit(
        about subject: UnretainedReference<any AnyObject & Sendable>?, isolation: isolated (any Actor)? = #isolation,
        _ serve: (Subscription) async -> Answer
    ) async {
        var isConsumed = false
        while true {
            switch next(about: subject, isConsumed: isConsumed) {
            case .call(let subscription), .buffer(let subscription):
                let answer = await serve(subscription)
                if answer.isReceived { markReceived() }
                isConsumed = answer.isConsumed
            case .remove(let subscription): subscription.cancel()
            case .enqueue, .refuse: preconditionFailure("a receiver that is visited is not left a value")
            case .end: return
            }
        }
    }
}
