/// The numbers of a bridge, from its beginning.
public struct BridgeStatus: Sendable, Hashable {
    /// The streams that this process sends, in the order in which they were declared.
    public var outgoing: [OutgoingStatus]

    /// The streams that this process reads, in the order in which they were declared.
    public var incoming: [IncomingStatus]

    /// A Boolean value that indicates whether `run` is running.
    public var isRunning: Bool
}

extension BridgeStatus: CustomStringConvertible {
    /// One line for each stream.
    public var description: String {
        (outgoing.map(\.description) + incoming.map(\.description)).joined(separator: "\n")
    }
}
