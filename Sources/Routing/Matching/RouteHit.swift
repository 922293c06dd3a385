/// A route that fits a path, and which segments of the path its parameters take.
///
/// Where these are in the text is found when it is asked for; so a lookup costs no more for it.
public struct RouteHit: Sendable {
    /// For each parameter that took part the number of its segment.
    private let places: SIMD16<UInt8>
    private let routeNumber: UInt32
    private let start: UInt32
    private let end: UInt32
    /// Which of the parameters of the pattern took part, the first in the lowest bit.
    private let taken: UInt16
    private let expansionNumber: UInt8
    /// The number of segments before the tail, or 255 when there is none.
    private let tailDepth: UInt8
    private let isDecoded: Bool
    private let beginsWithHost: Bool
    private let mixed: MixedPlaces?

    init(_ ending: RouteTree.Ending, _ mixed: MixedPlaces?, _ range: PathRange, isDecoded: Bool) {
        places = ending.places
        routeNumber = ending.route
        start = UInt32(truncatingIfNeeded: range.start)
        end = UInt32(truncatingIfNeeded: range.end)
        taken = ending.taken
        expansionNumber = ending.expansion
        tailDepth = ending.isTail ? ending.depth : .max
        self.isDecoded = isDecoded
        beginsWithHost = range.beginsWithHost
        self.mixed = mixed
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
        guard tailDepth != .max else { return nil }
        return path.withSpan { bytes in
            pathRange.segments(in: bytes).dropFirst(Int(tailDepth)).map { text(of: $0, in: bytes) }
        }
    }

    private var pathRange: PathRange {
        PathRange(start: Int(start), end: Int(end), beginsWithHost: beginsWithHost)
    }

    fileprivate func text(of range: Range<Int>, in bytes: Span<UInt8>) -> String {
        isDecoded
            ? PercentCoding.text(of: bytes, from: range.lowerBound, to: range.upperBound)
            : String(bytes, from: range.lowerBound, to: range.upperBound)
    }

    fileprivate func range(of index: Int, in bytes: Span<UInt8>) -> Range<Int> {
        let segment = segment(Int(places[index]), in: bytes)
        let isHost = beginsWithHost && places[index] == 0
        guard let mixed, let part = mixed.range(of: index, places, in: bytes, segment, isHost: isHost) else {
            return segment
        }
        return part
    }

    /// Where a segment is as it was written.
    private func segment(_ number: Int, in bytes: Span<UInt8>) -> Range<Int> {
        if isDecoded { return pathRange.segments(in: bytes)[number] }
        var position = Int(start)
        for _ in 0..<number { position = bytes.endOfWord(from: position, before: Int(end)) + 1 }
        return position..<bytes.endOfWord(from: position, before: Int(end))
    }
}

extension Span<UInt8> {
    @inline(__always)
    fileprivate func endOfWord(from start: Int, before end: Int) -> Int {
        firstIndex(of: UInt8(ascii: "/"), from: start, before: end)
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
        public subscript(index: Int) -> String {
            path.withSpan { hit.text(of: hit.range(of: index, in: $0), in: $0) }
        }
    }
}

/// The mixed segments of a route, by their numbers.
final class MixedPlaces: Sendable {
    private let segments: [UInt8: MixedSegment]
    private let isIgnoringCase: Bool

    init(_ segments: [UInt8: MixedSegment], isIgnoringCase: Bool) {
        self.segments = segments
        self.isIgnoringCase = isIgnoringCase
    }

    /// What a parameter takes of a segment as it was written, or `nil` when that is no mixed one.
    func range(
        of index: Int, _ places: SIMD16<UInt8>, in bytes: Span<UInt8>, _ written: Range<Int>, isHost: Bool
    ) -> Range<Int>? {
        let number = places[index]
        guard let segment = segments[number] else { return nil }
        var first = index
        while first > 0, places[first - 1] == number { first -= 1 }
        let ranges = PercentCoding.withDecoded(bytes, written) {
            segment.ranges(in: $0, ignoringCase: isIgnoringCase || isHost)
        }
        guard let part = ranges?[index - first] else { return nil }
        // From places in the decoded text to those in the text as it was written.
        var start = written.lowerBound
        var position = written.lowerBound
        for count in 0..<part.upperBound {
            if count == part.lowerBound { start = position }
            _ = PercentCoding.nextByte(of: bytes, at: &position, before: written.upperBound)
        }
        return start..<position
    }
}
