/// The escapes of a string in JSON, as far as keys have to be compared; what is malformed is left to Foundation.
enum JSONEscapes {
    /// The text that stands between two quotes.
    static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var text: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < range.upperBound else {
                text.append(byte)
                continue
            }
            let kind = bytes[index]
            index += 1
            if kind == UInt8(ascii: "u") {
                text += nextScalar(bytes, at: &index, before: range.upperBound).utf8
            } else {
                text.append(character(escapedAs: kind))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func character(escapedAs kind: UInt8) -> UInt8 {
        switch kind {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: kind
        }
    }

    /// The scalar of the digits here, together with the second surrogate if they are a first one.
    private static func nextScalar(_ bytes: Span<UInt8>, at index: inout Int, before end: Int) -> Unicode.Scalar {
        let replacement: Unicode.Scalar = "\u{FFFD}"
        guard let unit = nextUnit(bytes, at: &index, before: end) else { return replacement }
        guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) ?? replacement }
        guard index + 1 < end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
            return replacement
        }
        index += 2
        guard let trail = nextUnit(bytes, at: &index, before: end), UTF16.isTrailSurrogate(trail) else {
            return replacement
        }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private static func nextUnit(_ bytes: Span<UInt8>, at index: inout Int, before end: Int) -> UInt16? {
        guard index + 4 <= end else { return nil }
        let digits = String(bytes, from: index, to: index + 4)
        index += 4
        return UInt16(digits, radix: 16)
    }
}

extension Unicode.Scalar {
    fileprivate var utf8: [UInt8] { Array(String(self).utf8) }
}
