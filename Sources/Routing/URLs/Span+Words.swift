/// Eight bytes at a time: the first in the text is the lowest in the word.
///
/// A word of marks has the highest bit of each byte set that is searched for. Marks above the lowest may be wrong, the lowest
/// never is.
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

    /// Where the first byte is that has a mark, or `end`; `marks` gets one word after the other.
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

    /// Where the first of these bytes is, or `end`.
    @inline(__always)
    func firstIndex(of byte: UInt8, from start: Int, before end: Int) -> Int {
        firstIndex(from: start, before: end) { $0.marks(of: byte) }
    }

    /// Where the first slash is, or `end`.
    @inline(never)
    func firstSlash(from start: Int, before end: Int) -> Int {
        firstIndex(of: UInt8(ascii: "/"), from: start, before: end)
    }

    /// The load is checked against the bounds, and any eight bytes are an integer.
    @inline(__always)
    func loadWord(at index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}

extension UInt64 {
    /// Marks the bytes that equal this one.
    @inline(__always)
    func marks(of byte: UInt8) -> UInt64 {
        let everyLowBit: UInt64 = 0x0101_0101_0101_0101
        let difference = self ^ (UInt64(byte) &* everyLowBit)
        return (difference &- everyLowBit) & ~difference & 0x8080_8080_8080_8080
    }
}
