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

/// The reason why a text is not the name of a stream or of a group.
public struct LogNameError: Error, Hashable, CustomStringConvertible {
    /// The refused text.
    public let text: String

    /// One line for developers.
    public var description: String {
        "“\(text.prefix(80))” is not a name of 1 to 64 of the characters a to z, 0 to 9, “.”, “_” and “-”"
    }

    /// Returns a text that is a valid name.
    static func checked(_ text: String) throws(LogNameError) -> String {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(isAllowed) else {
            throw LogNameError(text: text)
        }
        return text
    }

    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
