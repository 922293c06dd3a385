import SignalboxCore

extension MessageCenter {
    /// Reports an error about a message that was posted earlier.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - type: The type of the message.
    package func report<Message>(_ error: any Error, of type: Message.Type) {
        hub.policy.onError(DeliveryFailure(error, of: "\(type)", from: SourceLocation()))
    }
}
