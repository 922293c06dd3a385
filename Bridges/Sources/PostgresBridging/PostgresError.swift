/// An error of the server or of the connection to it.
public struct PostgresError: Error, Hashable, CustomStringConvertible {
    /// The text of the server or of the client library.
    ///
    /// It has no password.
    public let text: String

    /// One line for developers.
    public var description: String { text }
}
