extension PathTokens {
    /// Finds the segments of a path without its dot segments, and writes them down decoded.
    ///
    /// - Parameters:
    ///   - bytes: The text that the path stands in.
    ///   - request: Where it stands.
    ///   - plain: Where the decoded path is written; ``text`` and ``plain-swift.property`` are this memory and `folded`.
    ///   - folded: The same in small letters, where those do not count.
    mutating func decode(
        _ bytes: Span<UInt8>, _ request: RouteTree.Request, into plain: UnsafeMutableBufferPointer<UInt8>,
        _ folded: UnsafeMutableBufferPointer<UInt8>
    ) {
        plain.initialize(repeating: 0)
        decode(bytes, findWritten(bytes, request), into: plain)
        _ = folded.initialize(from: plain)
        let foldedEnd = isFolded ? end : isHostFirst && end >= 0 ? start(of: 1) - 1 : 0
        var index = 0
        while index < foldedEnd {
            folded[index] = folded[index].lowercased
            index += 1
        }
    }

    /// Finds the segments of the path as it was written, without the dot segments; returns how many were noted.
    private func findWritten(_ bytes: Span<UInt8>, _ request: RouteTree.Request) -> Int {
        writtenEnds[0] = 0
        var count = 0
        var position = request.start
        while position <= request.end {
            let end = bytes.firstSlash(from: position, before: request.end)
            let isHost = isHostFirst && position == request.start
            let dots = isHost ? 0 : DotSegments.dots(in: bytes, from: position, before: end)
            if dots == 2, count > (isHostFirst ? 1 : 0) { count -= 1 }
            if dots == 0 {
                if count < Self.capacity {
                    writtenStarts[count] = UInt32(truncatingIfNeeded: position)
                    writtenEnds[count] = UInt32(truncatingIfNeeded: end + 1)
                }
                count += 1
            }
            position = end + 1
        }
        if count < Self.capacity { writtenStarts[count] = UInt32(truncatingIfNeeded: request.end + 1) }
        return min(count, Self.capacity)
    }

    private mutating func decode(_ bytes: Span<UInt8>, _ count: Int, into plain: UnsafeMutableBufferPointer<UInt8>) {
        var position = 0
        var segment = 0
        starts[1] = 0
        while segment < count {
            starts[segment] = UInt32(truncatingIfNeeded: position)
            var index = Int(writtenStarts[segment])
            let end = Int(writtenEnds[segment]) - 1
            while index < end {
                isEncoded = isEncoded || bytes[index] == UInt8(ascii: "%")
                plain[position] = PercentCoding.nextByte(of: bytes, at: &index, before: end)
                position += 1
            }
            position += 1
            segment += 1
        }
        if count < Self.capacity { starts[count] = UInt32(truncatingIfNeeded: position) }
        end = position - 1
    }
}
