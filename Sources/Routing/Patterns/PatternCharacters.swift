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

    /// These characters and others.
    func union(_ others: ASCIISet) -> ASCIISet {
        var union = self
        union.low |= others.low
        union.high |= others.high
        return union
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

    static let bar: ASCIISet = "|"
}

/// How the parts of a pattern are spelled, so that it prints itself back.
enum PatternSpelling {
    /// Literal text of a segment or a host.
    static func literal(_ bytes: Bytes) -> String { encoded(bytes, "%/()*:?#{}<>") }

    /// A word of a choice; two dots would be a range, and a plus is a space in a query.
    static func word(_ bytes: Bytes) -> String {
        encoded(bytes, "%/()*:?#{}&=|+\\[]^$").replacing("..", with: "%2E%2E")
    }

    /// The key of a query requirement.
    static func key(_ bytes: Bytes) -> String { encoded(bytes, "%/()*:?#{}&=+") }

    private static func encoded(_ bytes: Bytes, _ reserved: ASCIISet) -> String {
        PercentCoding.encoded(bytes) { $0 <= 0x20 || $0 == 0x7F || reserved.contains($0) }
    }
}

/// The other direction: text is escaped.
extension PercentCoding {
    /// A segment of a path, as RFC 3986, section 3.3, has it; a `+` is escaped, since some readers take it for a space.
    static func encodedSegment(_ segment: String) -> String { encodedSegment(Bytes(segment.utf8)) }

    /// A segment of a path.
    static func encodedSegment(_ segment: Bytes) -> String {
        encoded(segment) { !ASCIISet.plainInSegment.contains($0) }
    }

    /// A key or value of a query, as RFC 3986, section 3.4, has it.
    static func encodedQueryItem(_ item: String) -> String {
        encoded(Bytes(item.utf8)) { !ASCIISet.plainInQueryItem.contains($0) }
    }

    /// Text that may stand anywhere, also in a host: only what is unreserved is not escaped.
    static func encodedPart(_ part: Bytes) -> String { encoded(part) { !ASCIISet.unreserved.contains($0) } }

    /// The text with some of its bytes escaped.
    static func encoded(_ bytes: Bytes, where isEscaped: (UInt8) -> Bool) -> String {
        var result: Bytes = []
        result.reserveCapacity(bytes.count)
        for byte in bytes {
            if isEscaped(byte) { result += escape(byte).utf8 } else { result.append(byte) }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A byte as an escape.
    static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return (byte < 16 ? "%0" : "%") + digits
    }
}

extension ASCIISet {
    /// What means nothing but itself in a URL.
    fileprivate static let unreserved: ASCIISet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"

    fileprivate static let plainInSegment = unreserved.union("!$&'()*,;=:@")

    fileprivate static let plainInQueryItem = unreserved.union("!$'()*,;:@/?")
}
