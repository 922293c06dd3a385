extension PercentCoding {
    /// A segment of a path, as RFC 3986, section 3.3, has it; a `+` is escaped, since some readers take it for a space.
    static func encodedSegment(_ segment: String) -> String { encodedSegment(Array(segment.utf8)) }

    /// A segment of a path.
    static func encodedSegment(_ segment: [UInt8]) -> String { encoded(segment, keeping: "-._~!$&'()*,;=:@") }

    /// A key or value of a query, as RFC 3986, section 3.4, has it.
    static func encodedQueryItem(_ item: String) -> String { encoded(Array(item.utf8), keeping: "-._~!$'()*,;:@/?") }

    private static func encoded(_ bytes: [UInt8], keeping kept: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in bytes {
            if byte.isASCIILetterOrDigit || kept.utf8.contains(byte) {
                result.append(byte)
            } else {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
