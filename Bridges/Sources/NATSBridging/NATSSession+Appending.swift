import Bridging
import CNATS

extension NATSSession {
    /// Appends a message to a stream, and returns when as many servers have it as the stream has replicas, or most of them.
    ///
    /// Messages of a batch are appended one by one: if several were on their way while a server dies, a later one could be appended and an
    /// earlier one not, and then come behind it.
    ///
    /// - Parameters:
    ///   - payload: The bytes of the message.
    ///   - identity: The identity of the message. One that the stream has already is not appended again.
    ///   - stream: The stream, which is there.
    /// - Returns: The position of the message.
    /// - Throws: `LogRefusal` if it is too large, or `JetStreamError`. Then it may have been appended.
    func append(_ payload: [UInt8], _ identity: String, to stream: StreamName) throws -> UInt64 {
        guard payload.count <= payloadLimit else {
            throw LogRefusal("\(payload.count) bytes are more than the \(payloadLimit) that the server accepts")
        }
        let (status, code, position) = identity.withCString { identity in
            var publishOptions = jsPubOptions()
            // It fails for a null pointer alone.
            jsPubOptions_Init(&publishOptions)
            publishOptions.MsgId = identity
            return publish(payload, Self.subject(of: stream), &publishOptions)
        }
        if code == JSStreamMessageExceedsMaximumErr || status == NATS_MAX_PAYLOAD {
            throw LogRefusal("\(payload.count) bytes are more than the stream accepts")
        }
        try JetStreamError.check("append", status, code)
        return position
    }

    /// Publishes a message, and returns its position when the server has acknowledged it.
    ///
    /// While no server leads the stream, this method waits: then the message has reached none.
    func publish(
        _ payload: [UInt8], _ subject: String, _ options: inout jsPubOptions
    ) -> (status: natsStatus, code: jsErrCode, position: UInt64) {
        options.MaxWait = Self.patience
        var code = jsErrCode(0)
        var acknowledgment: UnsafeMutablePointer<jsPubAck>?
        var status = NATS_NO_RESPONDERS
        let end = ContinuousClock.now + .milliseconds(Self.patience)
        defer { jsPubAck_Destroy(acknowledgment) }
        while status == NATS_NO_RESPONDERS {
            status = js_Publish(&acknowledgment, context, subject, payload, Int32(payload.count), &options, &code)
            if status != NATS_NO_RESPONDERS || ContinuousClock.now >= end { break }
            nats_Sleep(50)
        }
        return (status, code, acknowledgment?.pointee.Sequence ?? 0)
    }
}
