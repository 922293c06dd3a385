/// Percent-encoding, byte by byte.
///
/// A `%` without two hexadecimal digits behind it is itself.
enum PercentCoding {
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
    static func text(of bytes: Span<UInt8>, from start: Int, to end: Int) -> String {
        withDecoded(bytes, start..<end) { $0.text }
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

    /// Whether bytes are these when they are decoded.
    ///
    /// The case of letters of ASCII may be ignored if the others are small letters.
    static func isEqual(
        _ bytes: Span<UInt8>, _ range: Range<Int>, to decoded: Span<UInt8>, plusIsSpace: Bool = false,
        ignoringCase: Bool = false
    ) -> Bool {
        guard range.count >= decoded.count else { return false }
        var index = range.lowerBound
        for position in decoded.indices {
            guard index < range.upperBound else { return false }
            var byte = bytes[index]
            if byte == UInt8(ascii: "+"), plusIsSpace {
                byte = UInt8(ascii: " ")
                index += 1
            } else if byte == UInt8(ascii: "%") {
                byte = nextByte(of: bytes, at: &index, before: range.upperBound)
            } else {
                index += 1
            }
            guard (ignoringCase ? byte.lowercased : byte) == decoded[position] else { return false }
        }
        return index == range.upperBound
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
        var index = bytes.firstIndex(of: UInt8(ascii: "%"), from: start, before: end)
        while index < end {
            let character = index
            guard isCharacter(bytes, at: &index, before: end) else { return character }
            index = bytes.firstIndex(of: UInt8(ascii: "%"), from: index, before: end)
        }
        return nil
    }
}

extension PercentCoding {
    /// Whether the decoded bytes at `index`, which moves on behind them, are a character of UTF-8.
    private static func isCharacter(_ bytes: Span<UInt8>, at index: inout Int, before end: Int) -> Bool {
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

/// The other direction: text is escaped.
extension PercentCoding {
    /// What a segment of a path may have (RFC 3986, section 3.3); a `+` is escaped, since some readers take it for a space.
    static let plainInSegment = ASCIISet.unreserved.union("!$&'()*,;=:@")

    /// What a key or value of a query may have (RFC 3986, section 3.4).
    static let plainInQueryItem = ASCIISet.unreserved.union("!$'()*,;:@/?")

    /// Text that may be in any part, also in a host.
    static func encodedPart(_ part: Bytes) -> String {
        var result = ""
        result.append(encoding: part.span, except: .unreserved)
        return result
    }

    /// A byte as an escape.
    static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return (byte < 16 ? "%0" : "%") + digits
    }
}

extension String {
    /// Appends a text with all bytes escaped but some characters.
    mutating func append(encoding text: String, except plain: ASCIISet) {
        self += text.withSpan { $0.encoded(except: plain) }
    }

    /// Appends a text with all bytes escaped but some characters.
    mutating func append(encoding bytes: Span<UInt8>, except plain: ASCIISet) { self += bytes.encoded(except: plain) }
}

extension Span<UInt8> {
    /// The text with all bytes escaped but some characters.
    fileprivate func encoded(except plain: ASCIISet) -> String {
        guard end(of: plain, from: 0, before: count) < count else { return text }
        var result = ""
        for index in indices {
            if plain.contains(self[index]) {
                result.unicodeScalars.append(Unicode.Scalar(self[index]))
            } else {
                result += PercentCoding.escape(self[index])
            }
        }
        return result
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
