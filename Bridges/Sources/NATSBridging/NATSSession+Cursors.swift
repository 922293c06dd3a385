import Bridging
import CNATS

extension NATSSession {
    /// The stream with the cursors of all groups: the newest message of each subject is one of them.
    private static let cursors = "SIGNALBOX-CURSORS"

    /// Makes the stream of cursors, unless it is there.
    func makeCursors() throws(JetStreamError) {
        _ = try makeStream(Self.cursors, "signalbox.cursor.>", keepsLast: true)
    }

    /// Returns the subject of the cursor of a group.
    static func cursorSubject(of group: GroupName, in stream: StreamName) -> String {
        "signalbox.cursor.\(token(stream.text)).\(token(group.text))"
    }

    /// Returns the cursor of a group; `nil` if it was never taken.
    ///
    /// - Parameter subject: The subject of the cursor.
    /// - Returns: The cursor, and the position of its message, which changes with each change of the cursor.
    /// - Throws: `JetStreamError` if the server cannot be reached, or the message is not a cursor.
    func cursor(_ subject: String) throws(JetStreamError) -> (record: CursorRecord, revision: UInt64)? {
        var message: OpaquePointer?
        var code = jsErrCode(0)
        var callOptions = Self.callOptions
        let status = js_GetLastMsg(&message, context, Self.cursors, subject, &callOptions, &code)
        defer { natsMsg_Destroy(message) }
        if status == NATS_NOT_FOUND || code == JSNoMessageFoundErr { return nil }
        try JetStreamError.check("look at the cursor", status, code)
        let start = UnsafeRawPointer(natsMsg_GetData(message))
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(natsMsg_GetDataLength(message)))
        guard let record = CursorRecord(bytes: bytes) else { throw JetStreamError("\(subject) is not a cursor") }
        return (record, natsMsg_GetSequence(message))
    }

    /// Changes the cursor of a group, if nothing has changed it since it was looked at.
    ///
    /// - Parameters:
    ///   - subject: The subject of the cursor.
    ///   - record: The new cursor.
    ///   - revision: The revision of the old one; `nil` if there is none.
    /// - Returns: The new revision; `nil` if the cursor has another revision.
    /// - Throws: `JetStreamError` if there is no answer. Then the cursor may have changed.
    func change(_ subject: String, to record: CursorRecord, from revision: UInt64?) throws(JetStreamError) -> UInt64? {
        var options = jsPubOptions()
        // It fails for a null pointer alone.
        jsPubOptions_Init(&options)
        options.ExpectLastSubjectSeq = revision ?? 0
        options.ExpectNoMessage = revision == nil
        let (status, code, new) = publish(record.bytes, subject, &options)
        if code == JSStreamWrongLastSequenceErr { return nil }
        try JetStreamError.check("change the cursor", status, code)
        return new
    }
}
