import SignalboxCore
import Synchronization

/// The origin of what a bridge posts, in the mark of its source location, which the causal chain keeps.
///
/// The location itself is that of the app: the call of `deliver`, or the declaration of the stream. The mark has the depth of the message
/// and, if `deliver` has appended it before it is posted, the number of its bridge: other bridges send it.
struct RemoteOrigin: Sendable {
    /// The largest depth of an entry: the number of posts in all processes that led to it.
    static let depthLimit = 1_000_000

    /// The number of bits of a mark that have the depth.
    ///
    /// The ten above have the number of the bridge, and the highest two the kind, which is 0 for posts of the app.
    private static let depthBits: UInt32 = 20
    private static let kindBits: UInt32 = 30
    private static let received: UInt32 = 1
    private static let delivered: UInt32 = 2
    private static let bridgeCount: UInt32 = 1_024

    private static let lastBridge = Atomic(0)

    /// The number of the bridge in this process, modulo 1,024.
    private let bridge: UInt32

    /// Creates the origin of what a bridge posts.
    ///
    /// - Parameter count: The number of bridges before it; by default, those of this process.
    init(after count: Int = Self.lastBridge.add(1, ordering: .relaxed).oldValue) {
        bridge = UInt32(truncatingIfNeeded: count) % Self.bridgeCount
    }

    /// Returns the location of a message of an entry that was received by a declaration.
    static func location(ofReceived entry: LogEntry, at place: SourceLocation) -> SourceLocation {
        place.marked(received << kindBits | mark(ofDepth: entry.depth))
    }

    /// Returns the location of a message that the bridge has appended for a call.
    func location(ofDelivered depth: Int, at place: SourceLocation) -> SourceLocation {
        place.marked(Self.delivered << Self.kindBits | bridge << Self.depthBits | Self.mark(ofDepth: depth))
    }

    private static func mark(ofDepth depth: Int) -> UInt32 { UInt32(min(max(0, depth), depthLimit)) }

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
        let depth = Int(chain[start].location.mark % (1 << depthBits))
        return depth + chain.count - 1 - start
    }

    /// Returns the index of the last step that a bridge has posted.
    private static func lastBridgeStep(of chain: [DeliveryStep]) -> Int? {
        chain.lastIndex { $0.location.mark >> kindBits != 0 }
    }

    /// Returns a Boolean value that indicates whether a bridge has received the message, or this bridge has appended it.
    private func isInLog(_ step: DeliveryStep) -> Bool {
        let mark = step.location.mark
        if mark >> Self.kindBits == Self.received { return true }
        return mark >> Self.depthBits % Self.bridgeCount == bridge
    }
}
