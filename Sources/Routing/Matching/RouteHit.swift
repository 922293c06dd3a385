/// A route that matches a path, as numbers, so that a lookup counts no references.
///
/// Where its values are in the text is found when they are read.
struct RouteHit: Sendable {
    /// The number of the route.
    let route: Int
    /// The number of the path among those that the groups of the pattern describe.
    let expansion: Int
    let range: PathRange
    /// A Boolean value that indicates whether the path was looked up as it is: it has no escapes and no dot segments.
    let isPlain: Bool
}

extension RouteTree {
    /// Reads the decoded values of the parameters in the path into a dictionary, or returns that of one name.
    ///
    /// The path is read once. Allocates nothing for one value of up to 15 bytes of UTF-8 that was not encoded and is a
    /// segment.
    @discardableResult
    func readValues(
        of hit: RouteHit, in text: String, named name: String? = nil, into values: inout [String: String]
    ) -> String? {
        let path = records[hit.route].pattern.expansion(hit.expansion)
        return text.withSpan { bytes in
            let segments = hit.isPlain ? [] : hit.range.segments(in: bytes)
            var next = hit.range.start
            for number in path.indices.dropLast(path.endsInTail ? 1 : 0) {
                let end = bytes.firstIndex(of: UInt8(ascii: "/"), from: next, before: hit.range.end)
                let segment = hit.isPlain ? next..<end : segments[number]
                next = end + 1
                switch path[number] {
                case .literal, .wildcard: break
                case .parameter(let parameter):
                    if let name, !parameter.name.hasSameBytes(as: name) { continue }
                    let value = hit.isPlain ? bytes.extracting(segment).text : PercentCoding.text(of: bytes, segment)
                    if name != nil { return value }
                    values[parameter.name] = value
                case .mixed(let mixed):
                    let isFolded = isIgnoringCase || number == 0 && hit.range.beginsWithHost
                    let decoded = PercentCoding.decoded(bytes, segment)
                    let parts = mixed.ranges(in: decoded.span, ignoringCase: isFolded) ?? []
                    for (parameter, part) in zip(mixed.parameters, parts) {
                        if let name, !parameter.name.hasSameBytes(as: name) { continue }
                        let value = decoded.span.extracting(part).text
                        if name != nil { return value }
                        values[parameter.name] = value
                    }
                }
            }
            return nil
        }
    }

    /// The decoded value of a parameter of the path or the host, or `nil` if there is none or its group did not match.
    func value(named name: String, of hit: RouteHit, in text: String, of url: URLText?) -> String? {
        if records[hit.route].pattern.hostName?.hasSameBytes(as: name) == true { return url?.decodedHost }
        var unused: [String: String] = [:]
        return readValues(of: hit, in: text, named: name, into: &unused)
    }

    /// The decoded values of all parameters that matched.
    func values(of hit: RouteHit, in text: String, of url: URLText?) -> [String: String] {
        let pattern = records[hit.route].pattern
        var values = [String: String](minimumCapacity: pattern.parameterCount)
        if let name = pattern.hostName { values[name] = url?.decodedHost }
        readValues(of: hit, in: text, into: &values)
        return values
    }

    /// The decoded segments that a tail matched, or `nil` if the path of the pattern does not end in one.
    func tail(of hit: RouteHit, in text: String) -> [String]? {
        let path = records[hit.route].pattern.expansion(hit.expansion)
        guard path.endsInTail else { return nil }
        return text.withSpan { bytes in
            hit.range.segments(in: bytes).dropFirst(path.count - 1).map { PercentCoding.text(of: bytes, $0) }
        }
    }
}

extension PathRange {
    /// Returns whether the text is as labels have it, from the beginning of a segment on: there are no escapes, and no
    /// segment begins with a dot.
    func isPlain(in bytes: Span<UInt8>, from start: Int) -> Bool {
        var first = start
        while first <= end {
            let last = bytes.endOfSegment(from: first, before: end)
            if bytes.isSpecial(from: first, to: last, before: end) { return false }
            first = last + 1
        }
        return true
    }

    /// Returns the ranges of the segments in the text as it was written, without the dot segments.
    func segments(in bytes: Span<UInt8>) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        let hostCount = beginsWithHost ? 1 : 0
        var position = start
        while position <= end {
            let next = bytes.firstIndex(of: UInt8(ascii: "/"), from: position, before: end)
            let isHost = beginsWithHost && position == start
            switch isHost ? 0 : bytes.dotCount(from: position, before: next) {
            case 0: segments.append(position..<next)
            case 2 where segments.count > hostCount: segments.removeLast()
            default: break
            }
            position = next + 1
        }
        return segments
    }

    /// A copy of the path as labels have it: decoded, and without dot segments.
    func labels(in bytes: Span<UInt8>) -> (text: Bytes, range: PathRange) {
        let copy = labels(in: bytes, of: [start..<end])
        return copy.range.isPlain(in: copy.text.span, from: copy.range.start)
            ? copy : labels(in: bytes, of: segments(in: bytes))
    }

    private func labels(in bytes: Span<UInt8>, of parts: [Range<Int>]) -> (text: Bytes, range: PathRange) {
        // Labels are never longer than the path.
        var text = Bytes(repeating: UInt8(ascii: "/"), count: end - start + 1)
        var labels = text.mutableSpan
        var count = 0
        for part in parts {
            var index = part.lowerBound
            while index < part.upperBound {
                let isEscape = bytes[index] == UInt8(ascii: "%")
                let byte = PercentCoding.nextByte(of: bytes, at: &index, before: part.upperBound)
                labels[count] = isEscape ? byte.asLabel : byte
                count &+= 1
            }
            labels[count] = UInt8(ascii: "/")
            count &+= 1
        }
        // The range of an empty path begins behind its end.
        let start = count == 0 ? 1 : 0
        let end = count == 0 ? 0 : count - 1
        return (text, PathRange(start: start, end: end, beginsWithHost: beginsWithHost))
    }
}

extension Span<UInt8> {
    /// Returns the end of the segment that begins at `start`, or its first escape.
    func endOfSegment(from start: Int, before end: Int) -> Int {
        firstIndex(from: start, before: end) { $0.marks(of: UInt8(ascii: "/")) | $0.marks(of: UInt8(ascii: "%")) }
    }

    /// Returns whether a segment has an escape, before which it was found to end, or begins with a dot.
    func isSpecial(from start: Int, to last: Int, before end: Int) -> Bool {
        last < end && self[last] == UInt8(ascii: "%") || start < last && self[start] == UInt8(ascii: ".")
    }
}

/// Text of labels is decoded, with 0xF5 for a percent sign and 0xF6 for a slash inside a segment; neither is in any
/// UTF-8.
extension UInt8 {
    /// The decoded byte as it is in a label.
    var asLabel: UInt8 {
        switch self {
        case UInt8(ascii: "%"): 0xF5
        case UInt8(ascii: "/"): 0xF6
        default: self
        }
    }

    /// The decoded byte that is this one in a label.
    var ofLabel: UInt8 {
        switch self {
        case 0xF5: UInt8(ascii: "%")
        case 0xF6: UInt8(ascii: "/")
        default: self
        }
    }
}
