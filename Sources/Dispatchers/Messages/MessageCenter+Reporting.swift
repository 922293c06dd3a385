package import SignalboxCore

extension MessageCenter {
    /// Reports an error about a message that was posted earlier.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - type: The type of the message.
    ///   - location: The code that caused it.
    package func report<Message>(_ error: any Error, of type: Message.Type, from location: SourceLocation) {
        hub.policy.onError(DeliveryFailure(error, of: "\(type)", from: location))
    }

    /// Posts a message from a location, as a bridge does.
    @discardableResult
    package func post<Message: Sendable>(
        _ message: Message, isolation: isolated (any Actor)? = #isolation, at location: SourceLocation
    ) -> Bool {
        let topic: Topic = hub.messageTopic(of: Message.self)
        return ValueAddress.lend(message) { value in
            let posting = Posting(value: value, topic: UnretainedReference(topic), location: location)
            return post(posting, on: isolation, .current)
        }
    }
}
