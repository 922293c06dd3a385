import Bridging
import CNATS

/// A consumer of one stream, which the server keeps for this connection, and which goes on behind its last message.
///
/// It acknowledges nothing: the position of a reader is in its bridge, or in a cursor.
final class PullConsumer {
    /// The time after which the server removes a consumer that asks for nothing, in nanoseconds.
    private static let idleTime: Int64 = 60_000_000_000

    let stream: String

    /// The identity of the stream.
    let identity: String

    /// The position of the next message.
    private(set) var next: UInt64

    private let subscription: OpaquePointer

    /// Makes a consumer that begins at a position.
    init(
        _ session: NATSSession, _ stream: StreamName, _ identity: String, from position: UInt64
    ) throws(JetStreamError) {
        self.identity = identity
        self.stream = NATSSession.serverName(of: stream)
        next = position
        var subscription: OpaquePointer?
        var code = jsErrCode(0)
        let status = self.stream.withCString { name in
            var options = jsSubOptions()
            // It fails for a null pointer alone.
            jsSubOptions_Init(&options)
            options.Stream = name
            options.Config.DeliverPolicy = js_DeliverByStartSequence
            options.Config.OptStartSeq = position
            options.Config.AckPolicy = js_AckNone
            options.Config.InactiveThreshold = Self.idleTime
            options.Config.MemoryStorage = true
            var callOptions = NATSSession.callOptions
            return js_PullSubscribe(
                &subscription, session.context, NATSSession.subject(of: stream), nil, &callOptions, &options, &code)
        }
        try JetStreamError.check("read", status, code)
        guard let subscription else { throw JetStreamError("read: there is no subscription") }
        self.subscription = subscription
    }

    /// Ends the consumer.
    ///
    /// The server removes it when it has been idle for some time.
    func end() { natsSubscription_Destroy(subscription) }

    /// Returns the next messages, which the stream has.
    ///
    /// - Parameters:
    ///   - count: The number of messages.
    ///   - size: The largest sum of their sizes in bytes.
    /// - Returns: The messages, or the first of them.
    /// - Throws: `JetStreamError` if there are none in time. Then the consumer cannot be used any more: messages may still be on their way.
    func fetch(_ count: Int, ofSize size: Int) throws(JetStreamError) -> [StoredEntry] {
        var list = natsMsgList()
        var request = jsFetchRequest()
        // It fails for a null pointer alone.
        jsFetchRequest_Init(&request)
        request.Batch = Int32(count)
        request.MaxBytes = Int64(size)
        request.Expires = NATSSession.patience * 1_000_000
        let status = natsSubscription_FetchRequest(&list, subscription, &request)
        defer { natsMsgList_Destroy(&list) }
        try JetStreamError.check("read", status)
        var entries: [StoredEntry] = []
        for index in 0..<Int(list.Count) {
            guard let message = list.Msgs[index] else { continue }
            entries.append(try Self.entry(of: message))
        }
        if let last = entries.last { next = last.position + 1 }
        return entries
    }

    private static func entry(of message: OpaquePointer) throws(JetStreamError) -> StoredEntry {
        var info: UnsafeMutablePointer<jsMsgMetaData>?
        try JetStreamError.check("read", natsMsg_GetMetaData(&info, message))
        defer { jsMsgMetaData_Destroy(info) }
        guard let position = info?.pointee.Sequence.Stream else { throw JetStreamError("read: no position") }
        let start = UnsafeRawPointer(natsMsg_GetData(message))
        let payload = Array(UnsafeRawBufferPointer(start: start, count: Int(natsMsg_GetDataLength(message))))
        // A message that is not an entry has no type, so the bridge reports it as a dead letter. The numbers of this sender do not grow, so
        // the next such message does not count as a double.
        let entry = LogEntry(bytes: payload) ?? LogEntry(sender: "+", number: 0, type: "", payload: payload)
        return StoredEntry(position: position, entry: entry)
    }
}
