import Synchronization

/// Encodes the depth of a received message in the `line` of its source location, since a location is all that a post carries.
///
/// A message that `deliver` has appended before it is posted has the number of its bridge there, too: other bridges send it.
struct RemoteOrigin: Sendable {
    /// The source location of messages and values that were received from a log.
    static let received: StaticString = "Bridging/Received"

    /// The source location of messages that `deliver` has appended.
    static let delivered: StaticString = "Bridging/Delivered"

    // Each post compares with these. A `StaticString` would become a new text each time.
    private static let receivedText = "\(received)"
    private static let deliveredText = "\(delivered)"

    /// The largest depth of an entry: the number of posts in all processes that led to it.
    static let depthLimit = 1_000_000

    /// The number of bits of a line that have the depth.
    ///
    /// Those above have the number of the bridge, so that both fit into 31 bits.
    private static let depthBits = 20
    private static let bridgeCount = 1_024

    private static let lastBridge = Atomic(0)

    /// The number of the bridge in this process, modulo 1,024.
    private let bridge: Int

    /// Creates the origin of what a bridge posts.
    ///
    /// - Parameter count: The number of bridges before it; by default, those of this process.
    init(after count: Int = Self.lastBridge.add(1, ordering: .relaxed).oldValue) {
        bridge = count % Self.bridgeCount
    }

    /// Returns the line of a message of an entry that was received.
    static func line(ofReceived entry: LogEntry) -> Int { max(0, entry.depth) + 1 }

    /// Returns the line of a message that the bridge has appended.
    func line(ofDelivered depth: Int) -> Int { bridge << Self.depthBits | depth }

    /// Returns the depth of the message or value that is being delivered, if the bridge is to send it.
    ///
    /// - Returns: `nil` if a bridge has received it, or this bridge has appended it.
    func depth(of chain: [DeliveryStep]) -> Int? {
        let start = Self.lastBridgeStep(of: chain)
        if let start, start == chain.count - 1, isInLog(chain[start]) { return nil }
        return Self.depth(of: chain, from: start)
    }

    /// Returns the depth of what is posted next, in a handler of the last step of `chain`.
    static func nextDepth(of chain: [DeliveryStep]) -> Int {
        chain.isEmpty ? 0 : depth(of: chain, from: lastBridgeStep(of: chain)) + 1
    }

    private static func depth(of chain: [DeliveryStep], from start: Int?) -> Int {
        guard let start else { return max(0, chain.count - 1) }
        let depth = chain[start].location.line % (1 << depthBits)
        return depth + chain.count - 1 - start
    }

    /// Returns the index of the last step that a bridge has posted.
    private static func lastBridgeStep(of chain: [DeliveryStep]) -> Int? {
        chain.lastIndex { step in
            let file = step.location.fileID
            return file == receivedText || file == deliveredText
        }
    }

    /// Returns a Boolean value that indicates whether a bridge has received the message, or this bridge has appended it.
    private func isInLog(_ step: DeliveryStep) -> Bool {
        step.location.fileID == Self.receivedText || bridge == step.location.line >> Self.depthBits
    }
}
