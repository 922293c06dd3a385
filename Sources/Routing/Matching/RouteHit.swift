/// A route that matches a path, and the segments that its parameters match.
///
/// Where these are in the text is found when it is asked for; so a lookup costs no more for it.
public struct RouteHit: Sendable {
    private let capture: RouteTree.Capture
    /// The pattern, if its path has a mixed segment, of which parameters take parts.
    private let mixedPattern: RoutePattern?
    private let range: PathRange
    private let isIgnoringCase: Bool

    init(_ capture: RouteTree.Capture, in tree: RouteTree, _ range: PathRange) {
        self.capture = capture
        self.range = range
        mixedPattern = capture.hasMixed ? tree.records[Int(capture.route)].pattern : nil
        isIgnoringCase = tree.isIgnoringCase
    }

    /// The number of the route in ``RouteTable/routes``.
    public var route: Int { Int(capture.route) }

    /// The number of parameters in the path that matched.
    public var count: Int { capture.taken.nonzeroBitCount }

    /// Which of the paths that the groups of the pattern stand for.
    var expansion: Int { Int(capture.expansion) }

    /// The decoded value of a parameter that took part, by its place among those; it is made anew each time.
    ///
    /// Allocates nothing for up to 15 bytes of UTF-8 in a segment that was not encoded.
    public func value(at index: Int, in path: String) -> String {
        precondition(index < count, "No more than \(count) parameters took part.")
        var value = ""
        forEachValue(of: index..<index + 1, in: path) { value = $1 }
        return value
    }

    /// The decoded segments that a tail matched, or `nil` if the pattern does not end in one.
    public func tail(in path: String) -> [String]? {
        guard capture.tailDepth != RouteTree.Capture.noTail else { return nil }
        return path.withSpan { bytes in
            range.segments(in: bytes).dropFirst(Int(capture.tailDepth)).map { PercentCoding.text(of: bytes, $0) }
        }
    }

    /// The decoded value of a parameter of the pattern, or `nil` when it did not take part.
    func value(ofParameter number: Int, in path: String) -> String? {
        let bit: UInt16 = 1 << UInt16(number)
        guard capture.taken & bit != 0 else { return nil }
        return value(at: (capture.taken & (bit - 1)).nonzeroBitCount, in: path)
    }

    /// Calls the body with the values of some of the parameters that took part, and with their numbers in the path of the
    /// pattern; the path is read once.
    func forEachValue(of indices: Range<Int>, in path: String, _ body: (_ number: Int, _ value: String) -> Void) {
        var rest = capture.taken
        for _ in 0..<indices.lowerBound { rest &= rest - 1 }
        path.withSpan { bytes in
            let segments = range.hasDotSegments(in: bytes) ? range.segments(in: bytes) : nil
            var number = -1
            var segment = range.start - 1..<range.start - 1
            for index in indices {
                let place = Int(capture.places[index])
                while segments == nil, number < place {
                    let start = segment.upperBound + 1
                    segment = start..<bytes.firstIndex(of: UInt8(ascii: "/"), from: start, before: range.end)
                    number += 1
                }
                if let segments { segment = segments[place] }
                body(rest.trailingZeroBitCount, value(at: index, in: bytes, segment))
                rest &= rest - 1
            }
        }
    }

    /// The decoded value of a parameter: all of its segment, unless that is mixed.
    private func value(at index: Int, in bytes: Span<UInt8>, _ segment: Range<Int>) -> String {
        let number = Int(capture.places[index])
        guard case .mixed(let mixed) = mixedPattern?.expansions[expansion][number] else {
            return PercentCoding.text(of: bytes, segment)
        }
        var first = index
        while first > 0, capture.places[first - 1] == capture.places[index] { first -= 1 }
        let isFolded = isIgnoringCase || range.beginsWithHost && number == 0
        return PercentCoding.withDecoded(bytes, segment) { decoded in
            let parts = mixed.ranges(in: decoded, ignoringCase: isFolded)
            return parts.map { decoded.extracting($0[index - first]).text } ?? ""
        }
    }
}

/// The segments of a path without the dot segments.
extension PathRange {
    /// Whether the path has dot segments.
    func hasDotSegments(in bytes: Span<UInt8>) -> Bool {
        let mark = bytes.firstIndex(from: start, before: end) { word in
            word.marks(of: UInt8(ascii: ".")) | word.marks(of: UInt8(ascii: "%"))
        }
        var position = mark < end ? start : end
        while position < end {
            let next = bytes.firstIndex(of: UInt8(ascii: "/"), from: position, before: end)
            if bytes.dotCount(from: position, before: next) > 0 { return true }
            position = next + 1
        }
        return false
    }

    /// Where the segments are in the text as it was written.
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
        var text: Bytes = []
        for segment in segments(in: bytes) {
            var index = segment.lowerBound
            while index < segment.upperBound {
                text.append(PercentCoding.nextByte(of: bytes, at: &index, before: segment.upperBound).asLabel)
            }
            text.append(UInt8(ascii: "/"))
        }
        // An empty path begins behind its end.
        let (start, end) = text.isEmpty ? (1, 0) : (0, text.count - 1)
        return (text, PathRange(start: start, end: end, beginsWithHost: beginsWithHost))
    }
}

/// Text of labels is decoded, with 0xFE for a percent sign and 0xFF for a slash inside of a segment; neither is in any UTF-8.
extension UInt8 {
    /// The decoded byte as it is in a label.
    var asLabel: UInt8 {
        switch self {
        case UInt8(ascii: "%"): 0xFE
        case UInt8(ascii: "/"): 0xFF
        default: self
        }
    }

    /// The decoded byte that is this one in a label.
    var ofLabel: UInt8 {
        switch self {
        case 0xFE: UInt8(ascii: "%")
        case 0xFF: UInt8(ascii: "/")
        default: self
        }
    }
}
