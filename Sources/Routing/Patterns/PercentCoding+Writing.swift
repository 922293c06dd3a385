/// The other direction: text is escaped.
extension PercentCoding {
    /// A segment of a path, as RFC 3986, section 3.3, has it; a `+` is escaped, since some readers take it for a space.
    static func encodedSegment(_ segment: String) -> String { encodedSegment(Array(segment.utf8)) }

    /// A segment of a path.
    static func encodedSegment(_ segment: [UInt8]) -> String {
        encoded(segment) { !ASCIISet.plainInSegment.contains($0) }
    }

    /// A key or value of a query, as RFC 3986, section 3.4, has it.
    static func encodedQueryItem(_ item: String) -> String {
        encoded(Array(item.utf8)) { !ASCIISet.plainInQueryItem.contains($0) }
    }

    /// Text that may stand anywhere, also in a host: only what is unreserved is not escaped.
    static func encodedPart(_ part: [UInt8]) -> String { encoded(part) { !ASCIISet.unreserved.contains($0) } }

    /// The text with some of its bytes escaped.
    static func encoded(_ bytes: [UInt8], where isEscaped: (UInt8) -> Bool) -> String {
        var result: [UInt8] = []
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
