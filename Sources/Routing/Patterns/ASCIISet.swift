/// Some characters of ASCII, to be looked for in text.
struct ASCIISet: ExpressibleByStringLiteral, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(stringLiteral characters: String) {
        for byte in characters.utf8 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
        }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        guard byte < 128 else { return false }
        return (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
    }
}

extension ASCIISet {
    /// What ends a segment.
    static let segmentEnd: ASCIISet = "/()?"

    /// What literal text has to escape.
    static let reservedInLiteral: ASCIISet = "*#{}<>"

    /// What a word of a choice has to escape.
    static let reservedInWord: ASCIISet = "/()*:?#{}&="

    /// What shows that a word was meant as a regular expression.
    static let expressionInWord: ASCIISet = "\\[]^$"

    /// What shows that a group was meant as a regular expression.
    static let expressionInGroup: ASCIISet = "\\[^$+*|"

    /// What a host does not have.
    static let reservedInHost: ASCIISet = "*:@#{}[]<>\\^|"

    /// What ends the key of a query requirement, or cannot stand in one.
    static let keyEnd: ASCIISet = "&=:{}#/()?"

    /// What stands for another character.
    static let encoded: ASCIISet = "%+"

    static let parentheses: ASCIISet = "()"

    static let colon: ASCIISet = ":"
}
