extension Bytes {
    /// Returns whether a text has the bytes of a label behind its first eight.
    @inline(never)
    func agree(
        from label: Int, _ count: Int, with text: Span<UInt8>, at position: Int, before end: Int, _ foldedEnd: Int
    ) -> Bool {
        let bytes = span
        var offset = 8
        while offset < count {
            // The last word overlaps the one before.
            let part = Swift.min(offset, count &- 8)
            let word = text.labelWord(at: position &+ part, before: end, foldedEnd)
            guard word == bytes.loadWord(at: label &+ part) else { return false }
            offset &+= 8
        }
        return true
    }
}

extension PathRange {
    /// A segment, by its number.
    @inline(never)
    func segment(_ number: Int, in bytes: Span<UInt8>) -> Range<Int> {
        var first = start
        var last = bytes.firstIndex(of: UInt8(ascii: "/"), from: first, before: end)
        for _ in 0..<number {
            first = last + 1
            last = bytes.firstIndex(of: UInt8(ascii: "/"), from: first, before: end)
        }
        return first..<last
    }
}

extension Span<UInt8> {
    /// The next eight bytes of a path, in lowercase as far as case does not count; a slash follows the path.
    @inline(__always)
    func labelWord(at position: Int, before end: Int, _ foldedEnd: Int) -> UInt64 {
        var word: UInt64
        if position &+ 8 <= end {
            word = loadWord(at: position)
        } else {
            let rest = UInt64(truncatingIfNeeded: 8 &* (end &- position))
            word = self.word(at: position) & ((1 &<< rest) &- 1) | UInt64(UInt8(ascii: "/")) &<< rest
        }
        return position < foldedEnd ? word.lowercased(foldedEnd &- position) : word
    }
}

extension UInt64 {
    /// The bytes with the letters of ASCII in lowercase, in the first so many bytes.
    func lowercased(_ count: Int) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = self & (ones &* 0x7F)
        // The highest bit of a byte that is at least “A”, and of one that is more than “Z”.
        let capitals = ((low &+ ones &* 0x3F) & ~(low &+ ones &* 0x25) & ~self) & (ones &* 0x80)
        let folded = count < 8 ? capitals & ((1 &<< UInt64(8 &* count)) &- 1) : capitals
        return self | folded &>> 2
    }
}
