/// A route that matches a path, and the segments that its parameters match.
///
/// Where these are in the text is found when it is asked for; so a lookup costs no more for it.
public struct RouteHit: Sendable {
    /// For each parameter that took part the number of its segment.
    private let places: SIMD16<UInt8>
    /// The route, if its path has a mixed segment, of which parameters take parts.
    private let mixedRecord: RouteRecord?
    private let routeNumber: UInt32
    private let start: UInt32
    private let end: UInt32
    /// Which of the parameters of the pattern took part, the first in the lowest bit.
    let taken: UInt16
    private let expansionNumber: UInt8
    private let tailDepth: UInt8
    private let beginsWithHost: Bool
    private let hasDotSegments: Bool
    private let isIgnoringCase: Bool

    init(_ capture: RouteTree.Capture, in tree: RouteTree, _ range: PathRange, hasDotSegments: Bool) {
        places = capture.places
        mixedRecord = capture.hasMixed ? tree.records[Int(capture.route)] : nil
        routeNumber = capture.route
        start = UInt32(truncatingIfNeeded: range.start)
        end = UInt32(truncatingIfNeeded: range.end)
        taken = capture.taken
        expansionNumber = capture.expansion
        tailDepth = capture.tailDepth
        beginsWithHost = range.beginsWithHost
        self.hasDotSegments = hasDotSegments
        isIgnoringCase = tree.isIgnoringCase
    }

    private var range: PathRange {
        PathRange(start: Int(start), end: Int(end), beginsWithHost: beginsWithHost)
    }

    /// The number of the route in ``RouteTable/routes``.
    public var route: Int { Int(routeNumber) }

    /// The number of parameters in the path that matched.
    public var count: Int { taken.nonzeroBitCount }

    /// Which of the paths that the groups of the pattern stand for.
    var expansion: Int { Int(expansionNumber) }

    /// The decoded value of a parameter that took part, by its place among those; it is made anew each time.
    ///
    /// Allocates nothing for up to 15 bytes of UTF-8 in a segment that was not encoded.
    public func value(at index: Int, in path: String) -> String {
        precondition(index < count, "No more than \(count) parameters took part.")
        var value = ""
        forEachValue(of: index..<index + 1, in: path) { value = $0 }
        return value
    }

    /// The decoded segments that a tail matched, or `nil` if the pattern does not end in one.
    public func tail(in path: String) -> [String]? {
        guard tailDepth != RouteTree.Capture.noTail else { return nil }
        return path.withSpan { bytes in
            range.segments(in: bytes).dropFirst(Int(tailDepth)).map {
                PercentCoding.text(of: bytes, from: $0.lowerBound, to: $0.upperBound)
            }
        }
    }

    /// The decoded value of a parameter of the pattern, or `nil` when it did not take part.
    func value(ofParameter number: Int, in path: String) -> String? {
        let bit: UInt16 = 1 << UInt16(number)
        guard taken & bit != 0 else { return nil }
        return value(at: (taken & (bit - 1)).nonzeroBitCount, in: path)
    }

    /// Calls the body with the values of some of the parameters that took part, reading the path once.
    func forEachValue(of indices: Range<Int>, in path: String, _ body: (String) -> Void) {
        path.withSpan { bytes in
            let segments = hasDotSegments ? range.segments(in: bytes) : []
            var number = -1
            var segment = range.start - 1..<range.start - 1
            for index in indices {
                if hasDotSegments { segment = segments[Int(places[index])] }
                while !hasDotSegments, number < Int(places[index]) {
                    let start = segment.upperBound + 1
                    segment = start..<bytes.firstIndex(of: UInt8(ascii: "/"), from: start, before: range.end)
                    number += 1
                }
                let part = mixedRecord == nil ? segment : part(of: index, segment, in: bytes)
                body(PercentCoding.text(of: bytes, from: part.lowerBound, to: part.upperBound))
            }
        }
    }

    /// Where in its segment a parameter is: all of it, unless the segment is mixed.
    private func part(of index: Int, _ segment: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
        let number = Int(places[index])
        guard case .mixed(let mixed) = mixedRecord?.pattern.expansions[expansion][number] else { return segment }
        var first = index
        while first > 0, places[first - 1] == places[index] { first -= 1 }
        let isFolded = isIgnoringCase || range.beginsWithHost && number == 0
        let parts = PercentCoding.withDecoded(bytes, segment) { mixed.ranges(in: $0, ignoringCase: isFolded) }
        guard let part = parts?[index - first] else { return segment }
        // From places in the decoded text to those in the text as it was written.
        var start = segment.lowerBound
        var position = start
        for count in 0..<part.upperBound {
            if count == part.lowerBound { start = position }
            _ = PercentCoding.nextByte(of: bytes, at: &position, before: segment.upperBound)
        }
        return start..<position
    }
}

extension PathRange {
    /// Where the segments of a path are as it was written, without the dot segments.
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
}
