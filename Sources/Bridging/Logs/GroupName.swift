/// The name of a group: the processes that share the work of a stream, of which one at a time receives its messages.
///
/// A name has 1 to 64 of the characters `a` to `z`, `0` to `9`, `.`, `_` and `-`.
public struct GroupName: Hashable, Sendable, CustomStringConvertible {
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

extension GroupName: ExpressibleByStringLiteral {
    /// Creates a name from a literal, which has to be valid.
    public init(stringLiteral text: String) {
        do {
            self.text = try LogNameError.checked(text)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
