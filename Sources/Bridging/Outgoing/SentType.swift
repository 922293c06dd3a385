/// A type of messages that this process sends: its stream and its encoder.
struct SentType: Sendable {
    let lane: OutgoingLane
    let encoder = PayloadEncoder()

    /// Returns the entry of a message that is posted now.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - depth: The number of posts that led to it.
    ///   - center: The center in which it is posted.
    /// - Returns: The entry, without a number.
    /// - Throws: `BridgeError`, or an error of the encoding.
    func entry(_ message: some Encodable, depth: Int, in center: MessageCenter) throws -> LogEntry {
        let payload: [UInt8]
        do {
            payload = try encoder.encode(message)
        } catch {
            lane.countRefusal()
            throw error
        }
        return try lane.entry(payload, depth: depth, traceparent: center.trace.context?.traceparent)
    }
}
