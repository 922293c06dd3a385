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
        let surplus = position &+ 8 &- count
        var word: UInt64
        if surplus <= 0 {
            word = loadWord(at: position)
        } else if count >= 8 {
            word = loadWord(at: count &- 8) &>> UInt64(truncatingIfNeeded: 8 &* surplus)
        } else {
            word = shortWord(at: position)
        }
        word &= (1 &<< rest) &- 1
        return word | UInt64(UInt8(ascii: "/")) &<< rest
    }

    @inline(never)
    private func shortWord(at position: Int) -> UInt64 { word(at: position) }

    /// The next byte of a path as it is in a label, with a slash behind its end.
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

    /// Where a segment ends, or -1 when the reading ends in it: it has escapes, or may be a dot segment.
    func endOfSegment(from start: Int, before end: Int, _ reading: PathReading) -> Int {
        if reading == .asWritten { return endOfPlainSegment(from: start, before: end) }
        let end = firstIndex(of: UInt8(ascii: "/"), from: start, before: end)
        return dotCount(from: start, before: end) > 0 ? -1 : end
    }

    /// Where a segment ends, or -1 when it has escapes or begins with a dot.
    ///
    /// Not inlined, so that all it needs stays in registers.
    @inline(never)
    func endOfPlainSegment(from start: Int, before end: Int) -> Int {
        guard self[start] != UInt8(ascii: ".") else { return -1 }
        var index = start
        while true {
            let word = pathWord(at: index, before: end)
            let marks = word.marks(of: UInt8(ascii: "/")) | word.marks(of: UInt8(ascii: "%"))
            guard marks == 0 else {
                let place = index &+ marks.trailingZeroBitCount / 8
                return place == end || self[place] == UInt8(ascii: "/") ? place : -1
            }
            index &+= 8
        }
    }

    /// Whether the unread rest of a path has something that the reading ends at.
    ///
    /// What is before the position was read: it is what labels and alternatives took.
    func hasCode(behind position: Int, in range: PathRange, _ reading: PathReading) -> Bool {
        var start = position
        while start > range.start, start <= range.end, self[start - 1] != UInt8(ascii: "/") { start -= 1 }
        return hasCode(from: start, before: range.end, reading)
    }

    /// Whether there is something that the reading ends at, from the start of a segment on.
    func hasCode(from start: Int, before end: Int, _ reading: PathReading) -> Bool {
        var index = start
        while index < end {
            let last = endOfSegment(from: index, before: end, reading)
            guard last >= 0 else { return true }
            index = last &+ 1
        }
        return false
    }

    /// Where a segment begins, by its number, seen from a position where more segments have begun.
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
