/// The name of a stream of a log, which is also the name of the message's type or of the state that the stream has.
///
/// A name has 1 to 64 of the characters `a` to `z`, `0` to `9`, `.`, `_` and `-`. It is independent of Swift's names, so a type can be
/// renamed.
public struct StreamName: Hashable, Sendable, CustomStringConvertible {
    /// The characters of the name, as a log stores them.
    public let text: String

    /// Creates a name from a text that is known only when the program runs.
    ///
    /// - Parameter text: The name.
    /// - Throws: `LogNameError` if it has other characters, none or more than 64.
    public init(_ text: String) throws(LogNameError) {
        self.text = try LogNameError.checked(text)
    }

    /// The characters of the name.
    public var description: String { text }
}

extension StreamName: ExpressibleByStringLiteral {
    /// Creates a name from a literal, which has to be valid.
    public init(stringLiteral text: String) {
        do {
            self.text = try LogNameError.checked(text)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
