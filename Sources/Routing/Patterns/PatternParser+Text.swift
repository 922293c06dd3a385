extension PatternParser {
    /// The byte at an index, or `nil` behind the end.
    func byte(at index: Int) -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Whether this character comes next.
    func isNext(_ character: Unicode.Scalar) -> Bool {
        byte(at: index) == UInt8(ascii: character)
    }

    /// Moves on if this character comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        index += 1
        return true
    }

    /// Where the first of these characters stands, or `end`.
    func firstIndex(of characters: ASCIISet, from start: Int, before end: Int) -> Int {
        var index = start
        while index < end, !characters.contains(bytes[index]) { index += 1 }
        return index
    }

    /// Where the name ends that begins at `start`; `start` itself when there is none.
    func endOfName(from start: Int) -> Int {
        var position = start
        while let byte = byte(at: position), byte.isNameByte(first: position == start) { position += 1 }
        return position
    }

    /// The text of a range as a URL decodes it; in a query a plus is a space.
    func decoded(_ range: Range<Int>) throws(RoutePatternError) -> [UInt8] {
        guard bytes[range].contains(where: { $0 >= 0x80 || ASCIISet.encoded.contains($0) }) else {
            return Array(bytes[range])
        }
        if let invalid = PercentCoding.firstInvalid(in: bytes.span, from: range.lowerBound, to: range.upperBound) {
            throw error(.invalidEncoding, at: invalid)
        }
        guard isInQuery else { return PercentCoding.decoded(bytes[range]) }
        // Before decoding, so that %2B is a plus.
        let text = bytes[range].map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return PercentCoding.decoded(text[...])
    }
}

extension UInt8 {
    /// Whether a name may have this byte: `[A-Za-z_][A-Za-z0-9_]*`.
    func isNameByte(first: Bool) -> Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): !first
        default: false
        }
    }
}
