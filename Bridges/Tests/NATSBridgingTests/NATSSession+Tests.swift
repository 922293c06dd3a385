import CNATS

@testable import NATSBridging

extension NATSSession {
    /// Removes a stream.
    func remove(_ name: String) throws {
        var code = jsErrCode(0)
        try JetStreamError.check("remove", js_DeleteStream(context, name, nil, &code), code)
    }
}

extension JetStreamCursor {
    /// Returns a cursor of the same reader that does not know of later changes of this one.
    func copy() -> JetStreamCursor {
        let (record, revision) = known
        return JetStreamCursor(connection, subject, holding: record, revision: revision)
    }
}
