import CNATS

/// An error of a NATS server or of the connection to it.
public struct JetStreamError: Error, Hashable, CustomStringConvertible {
    /// The text of the server or of the client library.
    ///
    /// It has no password.
    public let text: String

    /// One line for developers.
    public var description: String { text }

    init(_ text: String) {
        self.text = text
    }

    /// Creates the error of a call of the client library.
    ///
    /// - Parameters:
    ///   - call: The purpose of the call, as in “append”.
    ///   - status: Its status.
    ///   - code: The code of the server, or 0.
    init(_ call: String, _ status: natsStatus, _ code: jsErrCode = jsErrCode(0)) {
        var text = "\(call): " + (natsStatus_GetText(status).map { String(cString: $0) } ?? "status \(status.rawValue)")
        if code.rawValue != 0 {
            // The last error of this thread, which is the text of the server. Other errors may have the address with its password.
            let detail = nats_GetLastError(nil).map { String(cString: $0) } ?? ""
            text += ", \(detail) (\(code.rawValue))"
        }
        self.text = text
    }

    /// Throws unless a call succeeded.
    static func check(
        _ call: String, _ status: natsStatus, _ code: jsErrCode = jsErrCode(0)
    ) throws(JetStreamError) {
        guard status == NATS_OK else { throw JetStreamError(call, status, code) }
    }
}
