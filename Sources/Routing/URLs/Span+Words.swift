/// Eight bytes at a time: the first in the text is the lowest in the word.
///
/// A word of marks has the highest bit of each byte set that is looked for. Marks above the lowest may be wrong, the lowest
/// never is.
extension Span<UInt8> {
    /// The eight bytes from here on, with zeros for those that would stand behind the last.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        if index + 8 <= count { return loadWord(at: index) }
        if count >= 8 { return loadWord(at: count - 8) &>> UInt64(8 * (index + 8 - count)) }
        var word: UInt64 = 0
        var position = count - 1
        while position >= index {
            word = word &<< 8 | UInt64(self[position])
            position -= 1
        }
        return word
    }

    /// Where the first byte stands that has a mark, or `end`; `marks` gets one word after the other.
    ///
    /// Zeros stand behind the last; what marks those says `end`.
    @inline(__always)
    func firstIndex(from start: Int, before end: Int, marks: (UInt64) -> UInt64) -> Int {
        var index = start
        while index < end {
            let found = marks(word(at: index))
            if found != 0 { return Swift.min(index + found.trailingZeroBitCount / 8, end) }
            index += 8
        }
        return end
    }

    /// Where the first of these bytes stands, or `end`.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int, before end: Int) -> Int {
        firstIndex(from: start, before: end) { $0.marks(of: byte) }
    }

    /// Where the first slash stands, or `end`.
    @inline(never)
    func firstSlash(from start: Int, before end: Int) -> Int {
        firstIndex(of: UInt8(ascii: "/"), from: start, before: end)
    }

    /// Whether some of the bytes are all of the others, and none of them has a mark.
    @inline(__always)
    func hasSameBytes(_ range: Range<Int>, as other: Span<UInt8>, marks: (UInt64) -> UInt64) -> Bool {
        guard range.count == other.count else { return false }
        var index = 0
        while index < other.count {
            // Of the last word, what stands behind the last byte is shifted out.
            let surplus = UInt64(8 * Swift.max(0, index + 8 - other.count))
            let word = other.word(at: index) &<< surplus
            guard self.word(at: range.lowerBound + index) &<< surplus == word, marks(word) == 0 else { return false }
            index += 8
        }
        return true
    }

    /// The load is checked against the bounds, and any eight bytes are an integer.
    @inline(__always)
    func loadWord(at index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}

extension UInt64 {
    private static let everyLowBit: UInt64 = 0x0101_0101_0101_0101
    private static let everyHighBit: UInt64 = 0x8080_8080_8080_8080

    /// Marks the bytes that equal this one.
    @inline(__always)
    func marks(of byte: UInt8) -> UInt64 {
        let difference = self ^ (UInt64(byte) &* Self.everyLowBit)
        return (difference &- Self.everyLowBit) & ~difference & Self.everyHighBit
    }

    /// Marks the bytes that are no letter, digit, hyphen or dot of ASCII; a zero has a mark.
    @inline(__always)
    var marksOfNoLabel: UInt64 {
        let ascii = self & ~Self.everyHighBit
        let letters = (ascii | 0x20 &* Self.everyLowBit).marks(from: UInt8(ascii: "a"), through: UInt8(ascii: "z"))
        let others = ascii.marks(from: UInt8(ascii: "-"), through: UInt8(ascii: "9"))
        return (~(letters | others) | self) & Self.everyHighBit | marks(of: UInt8(ascii: "/"))
    }

    /// Marks the controls of ASCII but for 0x7F.
    @inline(__always)
    var marksOfControls: UInt64 {
        (self &- 0x20 &* Self.everyLowBit) & ~self & Self.everyHighBit
    }

    /// Marks what ``UInt8/isUnsafe`` says of ASCII but for 0x7F.
    @inline(__always)
    var marksOfUnsafe: UInt64 {
        let ascii = self & ~Self.everyHighBit
        let ranges =
            ascii.marks(from: 0, through: 0x20) | ascii.marks(from: 0x5B, through: 0x5E)
            | ascii.marks(from: 0x7B, through: 0x7D)
        return ranges & ~self | marks(of: UInt8(ascii: "\"")) | marks(of: UInt8(ascii: "<"))
            | marks(of: UInt8(ascii: ">")) | marks(of: UInt8(ascii: "`"))
    }

    /// Marks the bytes of a range; none may be above 0x7F.
    @inline(__always)
    private func marks(from low: UInt8, through high: UInt8) -> UInt64 {
        let reaches = self &+ UInt64(0x80 - low) &* Self.everyLowBit
        let exceeds = self &+ UInt64(0x7F - high) &* Self.everyLowBit
        return reaches & ~exceeds & Self.everyHighBit
    }
}
