/// The segments of a path while it is looked up: decoded text, and where in it each of them begins.
///
/// Safety: this type holds unowned pointers for the sake of speed. It is made in
/// `RouteTreeView+Lookup.swift` alone, and does not leave the closures that the pointers come from. Words are
/// read inside of `text` only: one that would reach behind its end is read from eight bytes before the end, and shifted.
/// A segment is asked for only where the one before it was there, so `starts` was written as far as it is read.
struct PathTokens {
    /// As many segments are told apart as a tree may be deep, and one more, and where that one ends.
    static let capacity = RoutePattern.maximumSegments + 2

    /// Eight bytes or more; in small letters where those do not count.
    let text: UnsafeRawPointer
    /// Where the last word of the text begins.
    let lastWord: Int
    /// The same text with its capital letters.
    let plain: UnsafePointer<UInt8>
    /// The text as it was written.
    let source: UnsafePointer<UInt8>
    /// Where each segment begins; it ends before the byte that the next one begins behind.
    let starts: UnsafeMutablePointer<UInt32>
    /// Where the last segment ends; none begins behind.
    var end: Int
    /// Where each segment begins in the text as it was written, and where it ends, plus one.
    let writtenStarts: UnsafeMutablePointer<UInt32>
    let writtenEnds: UnsafeMutablePointer<UInt32>
    /// The end of the path in the text as it was written.
    let writtenEnd: Int
    let isFolded: Bool
    let isHostFirst: Bool
    var isEncoded = false

    @inline(__always)
    func start(of segment: Int) -> Int { Int(starts[segment]) }

    @inline(__always)
    func length(of segment: Int) -> Int { Int(starts[segment &+ 1]) &- 1 &- Int(starts[segment]) }

    /// The child of a node that a segment leads to as a literal, or 0.
    func child(of node: UInt32, _ segment: Int, in tree: PlainTree) -> UInt32 {
        let start = start(of: segment)
        let length = length(of: segment)
        let word = Self.word(of: text, at: start, lastWord)
        let unused = UInt64(truncatingIfNeeded: 64 &- min(length, 8) &* 8)
        return tree.child(of: node, (word &<< unused) &>> unused, start, length, text)
    }

    /// The eight bytes that begin somewhere in a text whose last word begins at `lastWord`.
    @inline(__always)
    static func word(of text: UnsafeRawPointer, at index: Int, _ lastWord: Int) -> UInt64 {
        let start = index < lastWord ? index : lastWord
        let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        return word &>> UInt64(truncatingIfNeeded: (index &- start) &* 8)
    }

    /// A decoded segment.
    func plainSegment(_ segment: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: plain + start(of: segment), count: length(of: segment))
    }

    /// A decoded segment in small letters, where those do not count.
    func foldedSegment(_ segment: Int) -> UnsafeBufferPointer<UInt8>? {
        guard isFolded || (isHostFirst && segment == 0) else { return nil }
        let start = text.assumingMemoryBound(to: UInt8.self) + start(of: segment)
        return UnsafeBufferPointer(start: start, count: length(of: segment))
    }

    /// Where a segment stands in the text as it was written: its start, and in the upper half its last byte.
    @inline(__always)
    func span(of segment: Int) -> UInt32 {
        writtenStarts[segment] | (writtenEnds[segment] &- 2) &<< 16
    }

    /// Where a part of a decoded segment stands in the text as it was written.
    func span(of range: Range<Int>, in segment: Int) -> UInt32 {
        let end = Int(writtenEnds[segment]) - 1
        let bytes = UnsafeBufferPointer(start: source, count: end).span
        var index = Int(writtenStarts[segment])
        var start = index
        for decoded in 0..<range.upperBound {
            if decoded == range.lowerBound { start = index }
            _ = PercentCoding.nextByte(of: bytes, at: &index, before: end)
        }
        return UInt32(truncatingIfNeeded: start) | UInt32(truncatingIfNeeded: index - 1) << 16
    }
}
