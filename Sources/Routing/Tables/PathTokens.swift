/// The segments of a path while it is looked up: decoded, without dot segments, and where each of them was written.
///
/// Safety: this type holds unowned memory, so that a lookup allocates nothing. It is made by
/// ``with(_:_:isIgnoringCase:otherwise:_:)`` alone and does not leave the closures that the memory comes from. A segment is
/// asked for only where the one before it was there, so that all of the memory was written that is read.
struct PathTokens {
    /// As many segments are told apart as a tree may be deep, and one more, and where that one ends.
    static let capacity = RoutePattern.maximumSegments + 2

    /// The path as it was written, in its text.
    let source: UnsafeBufferPointer<UInt8>
    let range: PathRange

    /// The decoded segments, and the same in small letters where those do not count, with a byte between any two.
    private let plain: UnsafeMutableBufferPointer<UInt8>
    private let folded: UnsafeMutableBufferPointer<UInt8>

    /// Where each decoded segment begins; it ends before the byte that the next one begins behind.
    private let starts: UnsafeMutableBufferPointer<UInt32>
    /// Where each segment begins in the text as it was written, and where it ends, plus one.
    private let writtenStarts: UnsafeMutableBufferPointer<UInt32>
    private let writtenEnds: UnsafeMutableBufferPointer<UInt32>

    /// Where a walk notes its way.
    let frames: UnsafeMutableBufferPointer<UInt64>

    /// Where the last segment ends; none begins behind.
    private var end = -1
    private(set) var isEncoded = false
    let isFolded: Bool

    /// Calls the body with the segments of a path.
    ///
    /// - Parameters:
    ///   - source: The text that the path stands in.
    ///   - range: Where it stands.
    ///   - isIgnoringCase: Whether small letters are needed.
    ///   - nothing: The result when the path does not decode to UTF-8.
    ///   - body: Gets the segments.
    /// - Returns: What the body returns.
    @inline(never)
    static func with<Result>(
        _ source: UnsafeBufferPointer<UInt8>, _ range: PathRange, isIgnoringCase: Bool,
        otherwise nothing: Result, _ body: (PathTokens) -> Result
    ) -> Result {
        let bytes = source.span
        guard source.count <= URLText.maximumLength,
            PercentCoding.firstInvalid(in: bytes, from: range.start, to: range.end) == nil
        else { return nothing }
        let room = max(8, range.end - range.start + 2)
        return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RouteWalk.frameCapacity) { frames in
            withNumbers { starts, writtenStarts, writtenEnds in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * room) { text in
                    text.initialize(repeating: 0)
                    var path = PathTokens(
                        source: source, range: range, plain: .init(rebasing: text[..<room]),
                        folded: .init(rebasing: text[room...]), starts: starts, writtenStarts: writtenStarts,
                        writtenEnds: writtenEnds, frames: frames, isFolded: isIgnoringCase)
                    path.decode(path.findWritten(bytes), bytes)
                    path.fold()
                    return body(path)
                }
            }
        }
    }

    /// Three times the memory for numbers: what is larger than 1,024 bytes would not stand on the stack.
    @inline(__always)
    private static func withNumbers<Result>(
        _ body: (
            UnsafeMutableBufferPointer<UInt32>, UnsafeMutableBufferPointer<UInt32>, UnsafeMutableBufferPointer<UInt32>
        ) -> Result
    ) -> Result {
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { first in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { second in
                withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { body(first, second, $0) }
            }
        }
    }

    /// Whether a segment lies behind the last one.
    func isAtEnd(_ segment: Int) -> Bool { Int(starts[segment]) > end }

    func length(of segment: Int) -> Int { Int(starts[segment + 1]) - 1 - Int(starts[segment]) }

    /// The child in a region that a segment leads to as a literal, or 0.
    func child(in region: LiteralIndex.Region, _ segment: Int, of literals: borrowing LiteralIndex) -> UInt32 {
        let bytes = UnsafeBufferPointer(folded).span
        let literal = LiteralSegment(in: bytes, from: Int(starts[segment]), length: length(of: segment), literals.seed)
        return literal.child(in: region, literals.slots.span, literals.words.span, bytes, literals.seed)
    }

    /// A decoded segment.
    func plainSegment(_ segment: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: plain[Int(starts[segment])..<Int(starts[segment + 1]) - 1])
    }

    /// A decoded segment in small letters, where those do not count.
    func foldedSegment(_ segment: Int) -> UnsafeBufferPointer<UInt8>? {
        guard isFolded || (range.beginsWithHost && segment == 0) else { return nil }
        return UnsafeBufferPointer(rebasing: folded[Int(starts[segment])..<Int(starts[segment + 1]) - 1])
    }

    /// Where in the text as it was written a segment begins; also behind the last one.
    func writtenStart(of segment: Int) -> UInt32 { writtenStarts[segment] }

    /// Where a segment stands in the text as it was written: its start, and in the upper half its last byte.
    func span(of segment: Int) -> UInt32 {
        writtenStarts[segment] | (writtenEnds[segment] - 2) << 16
    }

    /// Where a part of a decoded segment stands in the text as it was written.
    func span(of part: Range<Int>, in segment: Int) -> UInt32 {
        let end = Int(writtenEnds[segment]) - 1
        var index = Int(writtenStarts[segment])
        var start = index
        for decoded in 0..<part.upperBound {
            if decoded == part.lowerBound { start = index }
            _ = PercentCoding.nextByte(of: source.span, at: &index, before: end)
        }
        return UInt32(truncatingIfNeeded: start) | UInt32(truncatingIfNeeded: index - 1) << 16
    }
}

extension PathTokens {
    /// Finds the segments of the path as it was written, without the dot segments; returns how many were noted.
    private func findWritten(_ bytes: Span<UInt8>) -> Int {
        writtenEnds[0] = 0
        var count = 0
        var position = range.start
        while position <= range.end {
            let end = bytes.firstSlash(from: position, before: range.end)
            let isHost = range.beginsWithHost && position == range.start
            let dots = isHost ? 0 : DotSegments.dots(in: bytes, from: position, before: end)
            if dots == 2, count > (range.beginsWithHost ? 1 : 0) { count -= 1 }
            if dots == 0 {
                if count < Self.capacity {
                    writtenStarts[count] = UInt32(truncatingIfNeeded: position)
                    writtenEnds[count] = UInt32(truncatingIfNeeded: end + 1)
                }
                count += 1
            }
            position = end + 1
        }
        if count < Self.capacity { writtenStarts[count] = UInt32(truncatingIfNeeded: range.end + 1) }
        return min(count, Self.capacity)
    }

    private mutating func decode(_ count: Int, _ bytes: Span<UInt8>) {
        var position = 0
        starts[0] = 0
        starts[1] = 0
        for segment in 0..<count {
            starts[segment] = UInt32(truncatingIfNeeded: position)
            var index = Int(writtenStarts[segment])
            let end = Int(writtenEnds[segment]) - 1
            while index < end {
                isEncoded = isEncoded || bytes[index] == UInt8(ascii: "%")
                plain[position] = PercentCoding.nextByte(of: bytes, at: &index, before: end)
                position += 1
            }
            position += 1
        }
        if count < Self.capacity { starts[count] = UInt32(truncatingIfNeeded: position) }
        end = position - 1
    }

    private func fold() {
        _ = folded.update(fromContentsOf: plain)
        let foldedEnd = isFolded ? end : range.beginsWithHost && end >= 0 ? Int(starts[1]) - 1 : 0
        guard foldedEnd > 0 else { return }
        for index in 0..<foldedEnd { folded[index] = folded[index].lowercased }
    }
}
