/// The source locations at which a bridge posts and sets received values, by which it recognizes them.
///
/// Their line is the number of posts in all processes that led to the message.
enum RemoteOrigin {
    /// The largest depth.
    static let depthLimit = 1_000_000

    /// The source location of messages and values that were received from a log.
    static let received: StaticString = "Bridging/Received"

    /// The source location of messages that `deliver` has appended before they are posted.
    static let delivered: StaticString = "Bridging/Delivered"

    /// Returns the depth of what is being delivered, which a handler of `chain` posted or set.
    ///
    /// - Returns: `nil` if a bridge itself posted or set it.
    static func depth(of chain: [DeliveryStep]) -> Int? {
        if let last = chain.last, isBridge(last) { return nil }
        guard let start = chain.lastIndex(where: isBridge) else { return max(0, chain.count - 1) }
        return chain[start].location.line + chain.count - 1 - start
    }

    /// Returns the depth of what is posted next, in a handler of the last step of `chain`.
    static func nextDepth(of chain: [DeliveryStep]) -> Int {
        guard let last = chain.last else { return 0 }
        return (isBridge(last) ? last.location.line : depth(of: chain) ?? 0) + 1
    }

    private static func isBridge(_ step: DeliveryStep) -> Bool {
        let file = step.location.fileID
        return file == "\(received)" || file == "\(delivered)"
    }
}
