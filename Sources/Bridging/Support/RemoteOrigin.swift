import Synchronization

/// Encodes the depth of a received message in the `line` of its source location, since a location is all that a post carries.
///
/// A message that `deliver` has appended before it is posted has the number of its bridge there, too: other bridges send it.
struct RemoteOrigin: Sendable {
    /// The source location of messages and values that were received from a log.
    static let received: StaticString = "Bridging/Received"

    /// The source location of messages that `deliver` has appended.
    static let delivered: StaticString = "Bridging/Delivered"

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
        if let last = chain.last {
            if Self.isReceived(last) { return nil }
            if Self.isDelivered(last), bridge == last.location.line >> Self.depthBits { return nil }
        }
        return Self.depth(of: chain)
    }

    /// Returns the depth of what is posted next, in a handler of the last step of `chain`.
    static func nextDepth(of chain: [DeliveryStep]) -> Int { chain.isEmpty ? 0 : depth(of: chain) + 1 }

    private static func depth(of chain: [DeliveryStep]) -> Int {
        guard let start = chain.lastIndex(where: { isReceived($0) || isDelivered($0) }) else {
            return max(0, chain.count - 1)
        }
        let depth = chain[start].location.line % (1 << depthBits)
        return depth + chain.count - 1 - start
    }

    private static func isReceived(_ step: DeliveryStep) -> Bool { step.location.fileID == "\(received)" }

    private static func isDelivered(_ step: DeliveryStep) -> Bool { step.location.fileID == "\(delivered)" }
}
