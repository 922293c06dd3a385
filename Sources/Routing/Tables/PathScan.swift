/// Finds the segments of a path, sixteen bytes at a time, and what else a lookup has to know of it.
struct PathScan {
    private let text: UnsafeRawPointer
    private let lastWord: Int

    /// Not zero in a byte's highest bit when there was a `%`.
    private var escapes = SIMD2<UInt64>()
    /// Not zero in a byte's highest bit when there was a dot.
    private var dots = SIMD2<UInt64>()

    /// Scans a text of eight bytes or more, whose last word begins at `lastWord`.
    @inline(__always)
    init(_ text: UnsafeRawPointer, lastWord: Int) {
        self.text = text
        self.lastWord = lastWord
    }

    /// Notes where the segments of a path begin.
    ///
    /// - Returns: Whether the path can be looked up as it stands: no escapes, and no segment that begins with a dot.
    @inline(__always)
    mutating func find(_ request: RouteTree.Request, _ starts: UnsafeMutablePointer<UInt32>) -> Bool {
        starts[0] = UInt32(truncatingIfNeeded: request.start)
        let length = request.end &- request.start
        if length < 0 {
            starts[1] = starts[0]
        } else if length < 64 {
            findShort(request.start, length, starts)
        } else {
            findLong(request.start, request.end, starts)
        }
        let highest: UInt64 = 0x8080_8080_8080_8080
        guard (escapes[0] | escapes[1]) & highest == 0 else { return false }
        return (dots[0] | dots[1]) & highest == 0 || !hasSegmentWithDot(request.end, starts)
    }

    /// Eight segments are written down whether they are there or not: that is faster than to ask each time.
    @inline(__always)
    private mutating func findShort(_ start: Int, _ length: Int, _ starts: UnsafeMutablePointer<UInt32>) {
        // The one bit means the end of the path, and the other keeps the count below 64.
        var slashes = slashes(from: start, length) | 1 &<< UInt64(truncatingIfNeeded: length)
        let first = UInt32(truncatingIfNeeded: start &+ 1)
        for number in 1...8 {
            starts[number] = first &+ UInt32(truncatingIfNeeded: (slashes | 1 << 63).trailingZeroBitCount)
            slashes &= slashes &- 1
        }
        starts[9] = first &+ 63
        var number = 9
        while slashes != 0 {
            starts[number] = first &+ UInt32(truncatingIfNeeded: slashes.trailingZeroBitCount)
            starts[number &+ 1] = first &+ 63
            slashes &= slashes &- 1
            number &+= 1
        }
    }

    @inline(never)
    private mutating func findLong(_ start: Int, _ end: Int, _ starts: UnsafeMutablePointer<UInt32>) {
        var number = 1
        var block = start
        while block < end {
            var slashes = slashes(from: block, min(end &- block, 48))
            while slashes != 0, number < PathTokens.capacity {
                starts[number] = UInt32(truncatingIfNeeded: block &+ slashes.trailingZeroBitCount &+ 1)
                slashes &= slashes &- 1
                number &+= 1
            }
            block &+= 48
        }
        if number < PathTokens.capacity { starts[number] = UInt32(truncatingIfNeeded: end &+ 1) }
    }

    @inline(never)
    private func hasSegmentWithDot(_ end: Int, _ starts: UnsafeMutablePointer<UInt32>) -> Bool {
        var number = 0
        var start = Int(starts[0])
        while start < end {
            if text.load(fromByteOffset: start, as: UInt8.self) == UInt8(ascii: ".") { return true }
            number += 1
            // A dot behind the segments that were noted may as well begin one.
            guard number < PathTokens.capacity else { return true }
            start = Int(starts[number])
        }
        return false
    }

    /// A bit for each byte from `start` on, up to 63 of them, that says whether it is a slash.
    @inline(__always)
    private mutating func slashes(from start: Int, _ length: Int) -> UInt64 {
        var found: UInt64 = 0
        var index = 0
        while index < length & ~15 {
            let words = SIMD2(word(at: start &+ index), word(at: start &+ index &+ 8))
            found |= slashes(in: words) &<< UInt64(truncatingIfNeeded: index)
            index &+= 16
        }
        let rest = length &- index
        let words = SIMD2(
            word(at: start &+ index, min(rest, 8)), word(at: start &+ index &+ 8, max(rest, 8) &- 8)
        )
        return found | slashes(in: words) &<< UInt64(truncatingIfNeeded: index)
    }

    @inline(__always)
    private func word(at index: Int) -> UInt64 {
        UInt64(littleEndian: text.loadUnaligned(fromByteOffset: index, as: UInt64.self))
    }

    /// Up to eight bytes, with zeros behind them.
    @inline(__always)
    private func word(at index: Int, _ count: Int) -> UInt64 {
        let word = PathTokens.word(of: text, at: index, lastWord)
        let mask: UInt64 = count == 8 ? ~0 : (1 &<< UInt64(truncatingIfNeeded: count &* 8)) &- 1
        return word & mask
    }

    /// A bit for each of sixteen bytes, the first one lowest, that says whether it is a slash.
    @inline(__always)
    private mutating func slashes(in words: SIMD2<UInt64>) -> UInt64 {
        escapes |= zeros(words ^ 0x2525_2525_2525_2525)
        dots |= zeros(words ^ 0x2E2E_2E2E_2E2E_2E2E)
        let others = words ^ 0x2F2F_2F2F_2F2F_2F2F
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        // The highest bit of each byte that was a slash, and of no other.
        let slashes = (~((others & low) &+ low | others) & ~low) &>> 7
        // The product gathers them in its upper byte.
        let first = (slashes[0] &* 0x0102_0408_1020_4080) >> 56
        let second = (slashes[1] &* 0x0102_0408_1020_4080) >> 48
        return first | (second & 0xFF00)
    }

    /// Not zero in the highest bits of the bytes when one of them is zero; of which one it is, it does not say.
    @inline(__always)
    private func zeros(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
        (words &- 0x0101_0101_0101_0101) & ~words
    }
}
