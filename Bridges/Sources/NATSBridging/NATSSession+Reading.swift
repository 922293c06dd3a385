import Bridging
import CNATS

extension NATSSession {
    /// The largest number of consumers of a stream: one for each lane that reads it.
    private static let consumerLimit = 8

    /// The largest sum of the messages of a page in bytes, which is enough for one message.
    private var pageSize: Int { max(8 * 1_024 * 1_024, payloadLimit + 65_536) }

    /// Returns the entries from a position, which the stream has.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - identity: The identity of the stream.
    ///   - begin: The position of the first entry.
    ///   - count: The number of entries.
    /// - Returns: The entries, or the first of them. They are dense, unless some were removed.
    /// - Throws: `JetStreamError` if messages were lost on the way, or the stream was made again meanwhile.
    func entries(
        of stream: StreamName, _ identity: String, from begin: UInt64, count: Int
    ) throws(JetStreamError) -> [StoredEntry] {
        let consumer = try takeConsumer(of: stream, identity, at: begin)
        do throws(JetStreamError) {
            let entries = try consumer.fetch(count, ofSize: pageSize)
            try expectNoLoss(entries, of: stream, from: begin)
            consumers.append(consumer)
            return entries
        } catch {
            consumer.end()
            throw error
        }
    }

    /// Returns a consumer that goes on at a position, and that `consumers` does not have any more.
    private func takeConsumer(
        of stream: StreamName, _ identity: String, at position: UInt64
    ) throws(JetStreamError) -> PullConsumer {
        let name = Self.serverName(of: stream)
        for consumer in consumers where consumer.stream == name && consumer.identity != identity { consumer.end() }
        consumers.removeAll { $0.stream == name && $0.identity != identity }
        if let index = consumers.firstIndex(where: { $0.stream == name && $0.next == position }) {
            return consumers.remove(at: index)
        }
        let others = consumers.indices.filter { consumers[$0].stream == name }
        if others.count >= Self.consumerLimit { consumers.remove(at: others[0]).end() }
        let consumer = try PullConsumer(self, stream, identity, from: position)
        // A consumer ends with its stream. So if this is the same one after the consumer was made, all that it reads is of it.
        guard try ends(of: name)?.identity == identity else {
            consumer.end()
            throw JetStreamError("read: the stream was made again meanwhile")
        }
        return consumer
    }

    /// Throws if a message is missing that the stream still has.
    ///
    /// The server sends a message once to a consumer that acknowledges nothing, so one is lost with a connection.
    private func expectNoLoss(
        _ entries: [StoredEntry], of stream: StreamName, from begin: UInt64
    ) throws(JetStreamError) {
        var next = begin
        for entry in entries {
            if entry.position != next, try has(next, in: stream) {
                throw JetStreamError("read: the entry \(next) was lost on the way")
            }
            next = entry.position + 1
        }
    }

    private func has(_ position: UInt64, in stream: StreamName) throws(JetStreamError) -> Bool {
        var message: OpaquePointer?
        var code = jsErrCode(0)
        var callOptions = Self.callOptions
        let name = Self.serverName(of: stream)
        let status = js_GetMsg(&message, context, name, position, &callOptions, &code)
        defer { natsMsg_Destroy(message) }
        if status == NATS_NOT_FOUND || code == JSNoMessageFoundErr { return false }
        try JetStreamError.check("read", status, code)
        return true
    }
}
