/// The error of a log that will never append an entry, such as one that is too large for it.
///
/// A bridge tries other errors of `append` again, and this one not.
public struct LogRefusal: Error, Hashable, CustomStringConvertible {
    /// The reason, for developers.
    public let reason: String

    /// Creates the error.
    ///
    /// - Parameter reason: The reason, without secrets.
    public init(_ reason: String) {
        self.reason = reason
    }

    /// One line for developers.
    public var description: String { "the log refuses the entry: \(reason)" }
}
