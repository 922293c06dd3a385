/// Percent-encoding, byte by byte.
///
/// A `%` without two hexadecimal digits behind it is itself.
enum PercentCoding {
    /// The characters that a segment of a path may have (RFC 3986, section 3.3) but `+`, which some readers take for a
    /// space.
    static let plainInSegment = ASCIISet.unreserved.union("!$&'()*,;=:@")

    /// The characters that a key or a value of a query may have (RFC 3986, section 3.4).
    static let plainInQueryItem = ASCIISet.unreserved.union("!$'()*,;:@/?")

    /// The characters that a fragment may have (RFC 3986, section 3.5).
    static let plainInFragment = ASCIISet.unreserved.union("!$&'()*+,;=:@/?")

    /// The decoded byte at `index`, which moves on to the next.
    static func nextByte(
        of bytes: Span<UInt8>, at index: inout Int, before end: Int, plusIsSpace: Bool = false
    ) -> UInt8 {
        let byte = bytes[index]
        index += 1
        if plusIsSpace, byte == UInt8(ascii: "+") { return UInt8(ascii: " ") }
        guard byte == UInt8(ascii: "%"), index + 1 < end,
            let high = bytes[index].hexadecimalValue, let low = bytes[index + 1].hexadecimalValue
        else { return byte }
        index += 2
        return high << 4 | low
    }

    /// The decoded text; bytes that are not UTF-8 become replacement characters.
    static func text(of bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false) -> String {
        let coded = bytes.firstIndex(from: range.lowerBound, before: range.upperBound) { word in
            word.marks(of: UInt8(ascii: "%")) | (plusIsSpace ? word.marks(of: UInt8(ascii: "+")) : 0)
        }
        if coded == range.upperBound { return bytes.extracting(range).text }
        return decoded(bytes, range, plusIsSpace: plusIsSpace).span.text
    }

    /// The decoded bytes.
    static func decoded(_ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false) -> Bytes {
        var result: Bytes = []
        result.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            result.append(nextByte(of: bytes, at: &index, before: range.upperBound, plusIsSpace: plusIsSpace))
        }
        return result
    }

    /// Returns the index of the first escape that does not decode to UTF-8, or `nil` if all of them do.
    ///
    /// - Precondition: All other bytes are UTF-8.
    static func firstInvalid(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var index = start
        while true {
            index = bytes.firstIndex(of: UInt8(ascii: "%"), from: index, before: end)
            guard index < end else { return nil }
            let character = index
            guard isCharacter(bytes, at: &index, before: end) else { return character }
        }
    }

    /// Returns whether the decoded bytes at `index`, which moves on behind them, are a character of UTF-8.
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
        // Overlong sequences and surrogates are not UTF-8.
        return scalar >> (length == 2 ? 7 : 5 * UInt32(length) - 4) > 0 && Unicode.Scalar(scalar) != nil
    }
}

extension String {
    /// The text with all bytes escaped but some characters.
    @inline(never)
    func encoded(except plain: ASCIISet) -> String { withSpan { $0.encoded(except: plain) } }

    /// A part, decoded.
    @inline(never)
    func decoded(_ part: Range<Int>, plusIsSpace: Bool = false) -> String {
        withSpan { PercentCoding.text(of: $0, part, plusIsSpace: plusIsSpace) }
    }

    /// Returns whether a part decodes to a text, perhaps in another case.
    @inline(never)
    func decodes(_ part: Range<Int>, to other: String, plusIsSpace: Bool = false, ignoringCase: Bool = false) -> Bool {
        withSpan { bytes in
            other.withSpan { bytes.decodes(part, to: $0, plusIsSpace: plusIsSpace, ignoringCase: ignoringCase) }
        }
    }
}

extension Span<UInt8> {
    /// Returns whether a part decodes to these bytes, perhaps in another case.
    func decodes(_ part: Range<Int>, to bytes: Span<UInt8>, plusIsSpace: Bool, ignoringCase: Bool) -> Bool {
        var index = part.lowerBound
        var count = 0
        while index < part.upperBound, count < bytes.count {
            let own = PercentCoding.nextByte(of: self, at: &index, before: part.upperBound, plusIsSpace: plusIsSpace)
            guard own == bytes[count] || ignoringCase && own.lowercased == bytes[count].lowercased else { return false }
            count += 1
        }
        return index == part.upperBound && count == bytes.count
    }

    /// The number of dots if a segment is a dot segment (RFC 3986, section 5.2.4), also where its dots are escaped,
    /// else 0.
    func dotCount(from start: Int, before end: Int) -> Int {
        var index = start
        var count = 0
        while index < end, count < 3 {
            guard PercentCoding.nextByte(of: self, at: &index, before: end) == UInt8(ascii: ".") else { return 0 }
            count += 1
        }
        return count < 3 ? count : 0
    }

    /// The text with all bytes escaped but some characters, and but those outside of ASCII and the escapes if they are
    /// kept.
    func encoded(except plain: ASCIISet, keepingUnicode: Bool = false, keepingEscapes: Bool = false) -> String {
        func digit(_ value: UInt8) -> UInt8 { value + UInt8(ascii: value < 10 ? "0" : "7") }
        func isPlain(at index: Int) -> Bool {
            let byte = self[index]
            if keepingEscapes, byte == UInt8(ascii: "%") { return isEscape(at: index) }
            return plain.contains(byte) || keepingUnicode && byte >= 0x80
        }
        if indices.allSatisfy({ isPlain(at: $0) }) { return text }
        var result: Bytes = []
        result.reserveCapacity(3 * count)
        for index in indices {
            let byte = self[index]
            if isPlain(at: index) {
                result.append(byte)
            } else {
                result.append(UInt8(ascii: "%"))
                result.append(digit(byte >> 4))
                result.append(digit(byte & 0xF))
            }
        }
        return result.span.text
    }

    /// Returns whether two hexadecimal digits follow a percent sign.
    private func isEscape(at index: Int) -> Bool {
        index + 2 < count && self[index + 1].hexadecimalValue != nil && self[index + 2].hexadecimalValue != nil
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
