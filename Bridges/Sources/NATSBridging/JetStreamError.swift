import Bridging
import CNATS

/// An error of a NATS server or of the connection to it.
public struct JetStreamError: Error, Hashable, CustomStringConvertible {
    /// The text of the server or of the client library.
    ///
    /// It has no password.
    public let text: String

    /// A Boolean value that indicates whether the storage of the server, of the account or of the stream is full.
    public let isOfFullStorage: Bool

    /// One line for developers.
    public var description: String { text }

    init(_ text: String) {
        self.text = text
        isOfFullStorage = false
    }

    /// The error for a bridge: that of a full storage is common to all logs.
    var shared: any Error {
        guard isOfFullStorage else { return self }
        return LogFull("the storage of JetStream (`max_file_store`, a limit of the account, or the disk)", text)
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
            let detail = nats_GetLastError(nil).map { Self.withoutSource(String(cString: $0)) } ?? ""
            text += ", \(detail) (\(code.rawValue))"
        }
        self.text = text
        // The last one is that of a write that failed, for this reason or another.
        isOfFullStorage =
            [
                JSAccountResourcesExceededErr, JSInsufficientResourcesErr, JSMemoryResourcesExceededErr,
                JSStorageResourcesExceededErr,
            ].contains(code)
            || code == JSStreamStoreFailedErr && ["exceeded", "no space"].contains { text.contains($0) }
    }

    /// Returns a text of the client library without the lines of its source, as in “(js.c:535): insufficient resources”.
    static func withoutSource(_ text: String) -> String {
        text.replacing(/\(\w+\.c:[0-9]+\):?\s*/, with: "")
    }

    /// Throws unless a call succeeded.
    static func check(
        _ call: String, _ status: natsStatus, _ code: jsErrCode = jsErrCode(0)
    ) throws(JetStreamError) {
        guard status == NATS_OK else { throw JetStreamError(call, status, code) }
    }
}
