/// How the text of a path is read.
enum PathReading {
    /// The first escape, and the first segment that begins with a dot, end the search.
    case asWritten

    /// Escapes are decoded; the first dot segment ends the search.
    case decoded
}

/// The bytes of a path, as a search reads them.
extension Span<UInt8> {
    /// The next eight bytes of a path, with a slash behind its end and zeros behind that.
    @inline(__always)
    func pathWord(at position: Int, before end: Int) -> UInt64 {
        if position &+ 8 <= end { return loadWord(at: position) }
        let rest = UInt64(truncatingIfNeeded: 8 &* (end &- position))
        return anyWord(at: position) & ((1 &<< rest) &- 1) | UInt64(UInt8(ascii: "/")) &<< rest
    }

    /// The same as ``word(at:)``, in less code where it is inlined.
    @inline(__always)
    private func anyWord(at position: Int) -> UInt64 {
        let surplus = position &+ 8 &- count
        if surplus <= 0 { return loadWord(at: position) }
        guard count >= 8 else { return shortWord(at: position) }
        return loadWord(at: count &- 8) &>> UInt64(truncatingIfNeeded: 8 &* surplus)
    }

    @inline(never)
    private func shortWord(at position: Int) -> UInt64 { word(at: position) }

    /// The next byte of a path as it is in a label, with a slash behind its end.
    @inline(__always)
    func labelByte(
        at index: inout Int, before end: Int, _ foldedEnd: Int, _ reading: PathReading
    ) -> UInt8 {
        guard index < end, self[index] != UInt8(ascii: "/") else {
            index &+= 1
            return UInt8(ascii: "/")
        }
        let isFolded = index < foldedEnd
        var byte = self[index]
        if reading == .decoded, byte == UInt8(ascii: "%") {
            byte = PercentCoding.nextByte(of: self, at: &index, before: end).asLabel
        } else {
            index &+= 1
        }
        return isFolded ? byte.lowercased : byte
    }

    /// Where a segment ends, or `nil` when the reading ends in it: it has escapes, or may be a dot segment.
    @inline(__always)
    func endOfSegment(from start: Int, before end: Int, _ reading: PathReading) -> Int? {
        if reading == .asWritten {
            let end = endOfPlainSegment(from: start, before: end)
            return end < 0 ? nil : end
        }
        let end = firstSlash(from: start, before: end)
        return DotSegments.dots(in: self, from: start, before: end) > 0 ? nil : end
    }

    /// Where a segment ends, or -1 when it has escapes or begins with a dot.
    ///
    /// Not inlined, so that all it needs stays in registers.
    @inline(never)
    private func endOfPlainSegment(from start: Int, before end: Int) -> Int {
        guard self[start] != UInt8(ascii: ".") else { return -1 }
        var index = start
        while true {
            // Two words at a time, since how many there are is hard to predict.
            let (first, second) = (codes(at: index, before: end), codes(at: Swift.min(index &+ 8, end), before: end))
            if first | second != 0 {
                let place =
                    first == 0 ? index &+ 8 &+ second.trailingZeroBitCount / 8 : index &+ first.trailingZeroBitCount / 8
                return place == end || self[place] == UInt8(ascii: "/") ? place : -1
            }
            index &+= 16
        }
    }

    /// Marks of the slashes and percent signs in the next eight bytes of a path.
    @inline(__always)
    private func codes(at index: Int, before end: Int) -> UInt64 {
        let word = pathWord(at: index, before: end)
        return word.marks(of: UInt8(ascii: "/")) | word.marks(of: UInt8(ascii: "%"))
    }

    /// Whether the unread rest of a path has something that the reading ends at.
    ///
    /// What is before the position was read: it is what labels and alternatives took.
    @inline(never)
    func hasCode(behind position: Int, in range: PathRange, _ reading: PathReading) -> Bool {
        var start = position
        while start > range.start, start <= range.end, self[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return hasCode(from: start, before: range.end, reading)
    }

    /// Whether there is something that the reading ends at, from the start of a segment on.
    @inline(never)
    func hasCode(from start: Int, before end: Int, _ reading: PathReading) -> Bool {
        var index = start
        while index < end {
            guard let last = endOfSegment(from: index, before: end, reading) else { return true }
            index = last &+ 1
        }
        return false
    }

    /// Where a segment begins, by its number, seen from a position where more segments have begun.
    @inline(never)
    func start(ofSegment number: UInt8, from position: Int, at depth: UInt8, _ range: PathRange) -> Int {
        var place = position
        if place - 1 == range.end || self[place - 1] == UInt8(ascii: "/") { place -= 1 }
        var surplus = depth - 1 - number
        while place > range.start {
            if self[place - 1] == UInt8(ascii: "/") {
                if surplus == 0 { return place }
                surplus -= 1
            }
            place -= 1
        }
        return place
    }

    /// Where the host ends that a path begins with, or 0 when its text may be compared as it is.
    @inline(never)
    func foldedEnd(of range: PathRange) -> Int {
        var end = range.start
        var needsFolding = false
        while end < range.end, self[end] != UInt8(ascii: "/") {
            needsFolding = needsFolding || self[end] != self[end].lowercased || self[end] == UInt8(ascii: "%")
            end += 1
        }
        return needsFolding ? end : 0
    }
}

extension UInt8 {
    /// The byte as it is in a label.
    var asLabel: UInt8 {
        switch self {
        case UInt8(ascii: "%"): 0xFE
        case UInt8(ascii: "/"): 0xFF
        default: self
        }
    }
}
