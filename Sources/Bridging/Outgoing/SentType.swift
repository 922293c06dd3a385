import SignalboxCore

/// A type of messages that this process sends: its stream and its encoder.
struct SentType: Sendable {
    let lane: OutgoingLane
    let encoder = PayloadEncoder()

    /// Returns the entry of a message that is posted now.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - depth: The number of posts that led to it.
    ///   - trace: The trace that records its post.
    /// - Returns: The entry, without a number.
    /// - Throws: `BridgeError`, or an error of the encoding.
    func entry(_ message: some Encodable, depth: Int, in trace: Trace) throws -> LogEntry {
        let payload: [UInt8]
        do {
            payload = try encoder.encode(message)
        } catch {
            lane.countRefusal()
            throw error
        }
        return try lane.entry(payload, depth: depth, traceparent: trace.context?.traceparent)
    }
}
