/// Percent-encoding, byte by byte.
///
/// A `%` without two hexadecimal digits behind it is itself.
enum PercentCoding {
    /// What a segment of a path may have (RFC 3986, section 3.3); a `+` is escaped, since some readers take it for a space.
    static let plainInSegment = ASCIISet.unreserved.union("!$&'()*,;=:@")

    /// What a key or value of a query may have (RFC 3986, section 3.4).
    static let plainInQueryItem = ASCIISet.unreserved.union("!$'()*,;:@/?")

    /// The decoded byte at `index`, which moves on to the next.
    @inline(__always)
    static func nextByte(of bytes: Span<UInt8>, at index: inout Int, before end: Int) -> UInt8 {
        let byte = bytes[index]
        index += 1
        guard byte == UInt8(ascii: "%"), index + 1 < end,
            let high = bytes[index].hexadecimalValue, let low = bytes[index + 1].hexadecimalValue
        else { return byte }
        index += 2
        return high << 4 | low
    }

    /// The decoded text; bytes that are no UTF-8 become replacement characters.
    static func text(of bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false) -> String {
        withDecoded(bytes, range, plusIsSpace: plusIsSpace) { $0.text }
    }

    /// Calls the body with the decoded bytes, which are those in place when nothing there is encoded.
    @inline(__always)
    static func withDecoded<Result>(
        _ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let coded = bytes.firstIndex(from: range.lowerBound, before: range.upperBound) { word in
            word.marks(of: UInt8(ascii: "%")) | (plusIsSpace ? word.marks(of: UInt8(ascii: "+")) : 0)
        }
        if coded == range.upperBound { return body(bytes.extracting(range)) }
        let decoded = decoded(bytes, range, plusIsSpace: plusIsSpace)
        return body(decoded.span)
    }

    /// The decoded bytes.
    static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false) -> Bytes {
        var result: Bytes = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let isPlus = plusIsSpace && bytes[index] == UInt8(ascii: "+")
            let byte = nextByte(of: bytes, at: &index, before: range.upperBound)
            result.append(isPlus ? UInt8(ascii: " ") : byte)
        }
        return result
    }

    /// Where the first escape is after which the decoded bytes are no UTF-8, or `nil` when all of them are.
    ///
    /// What is not escaped has to be UTF-8.
    static func firstInvalid(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var index = start
        while true {
            index = bytes.firstIndex(of: UInt8(ascii: "%"), from: index, before: end)
            guard index < end else { return nil }
            let character = index
            guard isCharacter(bytes, at: &index, before: end) else { return character }
        }
    }

    /// Whether the decoded bytes at `index`, which moves on behind them, are a character of UTF-8.
    static func isCharacter(_ bytes: Span<UInt8>, at index: inout Int, before end: Int) -> Bool {
        let lead = nextByte(of: bytes, at: &index, before: end)
        let length = (~lead).leadingZeroBitCount
        guard length > 0 else { return true }
        guard (2...4).contains(length) else { return false }
        var scalar = UInt32(lead & (0x7F >> UInt8(length)))
        for _ in 1..<length {
            guard index < end else { return false }
            let byte = nextByte(of: bytes, at: &index, before: end)
            guard byte & 0xC0 == 0x80 else { return false }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        // Nothing longer than it has to be, and no half of a surrogate pair.
        return scalar >> (length == 2 ? 7 : 5 * UInt32(length) - 4) > 0 && Unicode.Scalar(scalar) != nil
    }
}

extension String {
    /// The text with all bytes escaped but some characters.
    func encoded(except plain: ASCIISet) -> String { withSpan { $0.encoded(except: plain) } }
}

extension Span<UInt8> {
    /// The number of dots if a segment is a dot segment (RFC 3986, section 5.2.4), also where its dots are escaped, else 0.
    func dotCount(from start: Int, before end: Int) -> Int {
        var index = start
        var count = 0
        while index < end, count < 3 {
            guard PercentCoding.nextByte(of: self, at: &index, before: end) == UInt8(ascii: ".") else { return 0 }
            count += 1
        }
        return count < 3 ? count : 0
    }

    /// The text with all bytes escaped but some characters.
    func encoded(except plain: ASCIISet) -> String { escaping { !plain.contains($0) } }

    /// The text with some of its bytes escaped.
    func escaping(_ isEscaped: (UInt8) -> Bool) -> String {
        var isPlain = true
        for index in indices where isEscaped(self[index]) { isPlain = false }
        if isPlain { return text }
        var result: Bytes = []
        result.reserveCapacity(3 * count)
        for index in indices {
            let byte = self[index]
            if isEscaped(byte) {
                result += (byte < 16 ? "%0" : "%").utf8
                result += String(byte, radix: 16, uppercase: true).utf8
            } else {
                result.append(byte)
            }
        }
        return result.span.text
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
