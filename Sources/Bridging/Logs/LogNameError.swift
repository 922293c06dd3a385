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
