/// Eight bytes at a time: the first in the text is the lowest in the word.
///
/// A word of marks has the highest bit of each byte set that is searched for. Marks above the lowest may be wrong, the
/// lowest never is.
extension Span<UInt8> {
    /// The eight bytes from here on, with zeros for those behind the end.
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

    /// Returns the index of the first byte that has a mark, or `end`; `marks` is called with one word after the other.
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

    /// Returns the index of the first of these bytes, or `end`.
    func firstIndex(of byte: UInt8, from start: Int, before end: Int) -> Int {
        firstIndex(from: start, before: end) { $0.marks(of: byte) }
    }

    /// The load is checked against the bounds, and any eight bytes are an integer.
    func loadWord(at index: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}

extension UInt64 {
    /// Marks the bytes that equal this one.
    func marks(of byte: UInt8) -> UInt64 { (self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)).marks(below: 1) }

    /// Marks the bytes that end a part of a URL, begin an escape or may have to be encoded, and a few that are nothing
    /// of this.
    var marksOfDelimiters: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // `{|}~` and, with the bit of small letters, `[\]^`; then `<`, and `>?`.
        let low = (self | ones &* 0x20) & (ones &* 0x7F)
        let brackets = (low &+ ones &* 5) & ~(low &+ ones) & ~self & (ones &* 0x80)
        return marks(below: 0x26) | marks(of: UInt8(ascii: "`")) | brackets | marks(of: UInt8(ascii: "<"))
            | (self | ones).marks(of: 0x3F)
    }

    /// Marks all bytes but letters and dots; none of the marks is wrong.
    var marksOfAllButLettersAndDots: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = (self | ones &* 0x20) & (ones &* 0x7F)
        let letters = (low &+ ones &* 0x1F) & ~(low &+ ones &* 5)
        let others = ((self ^ (ones &* 0x2E)) & (ones &* 0x7F)) &+ ones &* 0x7F
        return (others & ~letters | self) & (ones &* 0x80)
    }

    /// Marks the bytes that are smaller than this one, which is no more than 128.
    func marks(below byte: UInt8) -> UInt64 {
        (self &- UInt64(byte) &* 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
    }
}
