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

    /// Creates an error from a message of the client library, which ends with a new line.
    init(message: UnsafePointer<CChar>?) {
        var text = message.map { String(cString: $0) } ?? ""
        while let last = text.last, last.isNewline { text.removeLast() }
        self.text = text.isEmpty ? "the server cannot be reached" : text
    }
}
