import Bridging
import CPostgreSQL

/// An error of the server or of the connection to it.
public struct PostgresError: Error, Hashable, CustomStringConvertible {
    /// The text of the server or of the client library.
    ///
    /// It has no password.
    public let text: String

    /// The code of the server, `SQLSTATE`; `nil` if the error is not one of the server.
    public let code: String?

    /// One line for developers.
    public var description: String { text }

    init(text: String, code: String? = nil) {
        self.text = text
        self.code = code
    }

    /// Creates an error from a result, without the statement.
    init(_ result: OpaquePointer?) {
        func field(_ name: UInt8) -> String? {
            PQresultErrorField(result, Int32(name)).map { String(cString: $0) }
        }
        guard let message = field(UInt8(ascii: "M")) else {
            self.init(message: PQresultErrorMessage(result))
            return
        }
        let code = field(UInt8(ascii: "C"))
        let severity = field(UInt8(ascii: "S")) ?? "ERROR"
        let hint = field(UInt8(ascii: "H")).map { "; \($0)" } ?? ""
        let text = "\(severity):  \(message) (\(code ?? "no code"))\(hint)"
        self.init(text: text.split(whereSeparator: \.isNewline).joined(separator: "; "), code: code)
    }

    /// A Boolean value that indicates whether a table or function of the log is missing, which was there when the connection was opened.
    var isOfMissingTable: Bool { code == "42P01" || code == "42883" }

    /// The error for a bridge: that of a full disk is common to all logs.
    var shared: any Error { code == "53100" ? LogFull("the disk of the database server", text) : self }

    /// Creates an error of one line from a message of the client library, which may have several.
    init(message: UnsafePointer<CChar>?) {
        let lines = message.map { String(cString: $0) } ?? ""
        let text = lines.split(whereSeparator: \.isNewline).joined(separator: "; ")
        self.text = text.isEmpty ? "the server cannot be reached" : text
        code = nil
    }
}
