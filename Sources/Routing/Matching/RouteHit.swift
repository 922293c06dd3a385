/// A route that fits a path, and which segments of the path its parameters take.
///
/// Where these are in the text is found when it is asked for; so a lookup costs no more for it.
public struct RouteHit: Sendable {
    /// For each parameter that took part the number of its segment.
    private let places: SIMD16<UInt8>
    /// The path of the pattern, if it has a mixed segment.
    private let mixedPath: MixedPath?
    private let routeNumber: UInt32
    private let start: UInt32
    private let end: UInt32
    /// Which of the parameters of the pattern took part, the first in the lowest bit.
    private let taken: UInt16
    private let expansionNumber: UInt8
    private let tailDepth: UInt8
    private let beginsWithHost: Bool
    private let hasDotSegments: Bool

    @inline(__always)
    init(_ ending: RouteTree.Ending, _ mixedPath: MixedPath?, _ range: PathRange, hasDotSegments: Bool) {
        places = ending.places
        self.mixedPath = mixedPath
        routeNumber = ending.route
        start = UInt32(truncatingIfNeeded: range.start)
        end = UInt32(truncatingIfNeeded: range.end)
        taken = ending.taken
        expansionNumber = ending.expansion
        tailDepth = ending.tailDepth
        beginsWithHost = range.beginsWithHost
        self.hasDotSegments = hasDotSegments
    }

    /// The number of the route in ``RouteTable/routes``.
    public var route: Int { Int(routeNumber) }

    /// How many parameters of the path took part.
    public var count: Int { taken.nonzeroBitCount }

    /// Which of the paths that the groups of the pattern stand for.
    var expansion: Int { Int(expansionNumber) }

    /// The place of a parameter of the pattern among those that took part, or `nil` when it did not.
    func index(ofParameter number: Int) -> Int? {
        let bit: UInt16 = 1 << UInt16(number)
        return taken & bit == 0 ? nil : (taken & (bit - 1)).nonzeroBitCount
    }

    /// Where the values of the parameters are in the UTF-8 of the path, in the order of the pattern.
    public func ranges(in path: String) -> [Range<Int>] {
        path.withSpan { bytes in (0..<count).map { range(of: $0, in: bytes) } }
    }

    /// The decoded values of the parameters, in the order of the pattern; each is made when it is asked for.
    public func values(in path: String) -> Values {
        Values(hit: self, path: path)
    }

    /// The decoded segments that a tail took, or `nil` when the path that matched does not end in one.
    public func tail(in path: String) -> [String]? {
        guard tailDepth != RouteTree.Ending.noTail else { return nil }
        return path.withSpan { bytes in
            range.segments(in: bytes).dropFirst(Int(tailDepth)).map {
                PercentCoding.text(of: bytes, from: $0.lowerBound, to: $0.upperBound)
            }
        }
    }

    /// The decoded value of a parameter, by its place among those that took part.
    func value(at index: Int, in path: String) -> String {
        path.withSpan { bytes in
            let range = range(of: index, in: bytes)
            return PercentCoding.text(of: bytes, from: range.lowerBound, to: range.upperBound)
        }
    }

    private var range: PathRange {
        PathRange(start: Int(start), end: Int(end), beginsWithHost: beginsWithHost)
    }

    private func range(of index: Int, in bytes: Span<UInt8>) -> Range<Int> {
        let number = Int(places[index])
        let segment = segment(number, in: bytes)
        guard let mixedPath, case .mixed(let mixed) = mixedPath.segments[number] else { return segment }
        var first = index
        while first > 0, places[first - 1] == places[index] { first -= 1 }
        let isFolded = mixedPath.isIgnoringCase || beginsWithHost && number == 0
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

    /// Where a segment is as it was written, by its number without the dot segments.
    private func segment(_ number: Int, in bytes: Span<UInt8>) -> Range<Int> {
        if hasDotSegments { return range.segments(in: bytes)[number] }
        var position = Int(start)
        for _ in 0..<number {
            position = bytes.firstIndex(of: UInt8(ascii: "/"), from: position, before: Int(end)) + 1
        }
        return position..<bytes.firstIndex(of: UInt8(ascii: "/"), from: position, before: Int(end))
    }
}

/// A path of a pattern with a mixed segment, of which parameters take parts.
final class MixedPath: Sendable {
    let segments: [PatternSegment]
    let isIgnoringCase: Bool

    init(_ segments: [PatternSegment], isIgnoringCase: Bool) {
        self.segments = segments
        self.isIgnoringCase = isIgnoringCase
    }
}

extension RouteHit {
    /// The decoded values of parameters.
    ///
    /// Making one allocates nothing when it has up to 15 bytes of UTF-8 and its segment was not encoded.
    public struct Values: RandomAccessCollection, Sendable {
        let hit: RouteHit
        let path: String

        /// The first of them.
        public var startIndex: Int { 0 }

        /// How many there are.
        public var endIndex: Int { hit.count }

        /// The value of a parameter, made anew each time.
        public subscript(index: Int) -> String { hit.value(at: index, in: path) }
    }
}

extension PathRange {
    /// Where the segments of a path are as it was written, without the dot segments.
    func segments(in bytes: Span<UInt8>) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        let hostCount = beginsWithHost ? 1 : 0
        var position = start
        while position <= end {
            let next = bytes.firstSlash(from: position, before: end)
            let isHost = beginsWithHost && position == start
            switch isHost ? 0 : DotSegments.dots(in: bytes, from: position, before: next) {
            case 0: segments.append(position..<next)
            case 2 where segments.count > hostCount: segments.removeLast()
            default: break
            }
            position = next + 1
        }
        return segments
    }
}
