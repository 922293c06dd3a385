/// An error of the server or of the connection to it.
public struct PostgresError: Error, Hashable, CustomStringConvertible {
    /// The text of the server or of the client library.
    ///
    /// It has no password.
    public let text: String

    /// One line for developers.
    public var description: String { text }

    init(text: String) {
        self.text = text
    }

    /// Creates an error of one line from a message of the client library, which may have several.
    init(message: UnsafePointer<CChar>?) {
        let lines = message.map { String(cString: $0) } ?? ""
        let text = lines.split(whereSeparator: \.isNewline).joined(separator: "; ")
        self.text = text.isEmpty ? "the server cannot be reached" : text
    }
}
