/// The paths of all routes as a radix tree over bytes, in which paths are looked up.
///
/// A literal segment is its text and the slash behind it, and a run of literals without an alternative is one label:
/// `/users/me/settings/` alone is the label `users/me/settings/`. A virtual slash follows the path, so that its last
/// segment ends as all others do.
///
/// A lookup descends as long as a label fits. Where none does, it takes the next alternative: a mixed segment, a parameter, a
/// wildcard or a tail. A tree has one way to each node, so what remains untried there is known when the tree is built: the
/// alternatives of a node are followed by those of the nodes above it, the nearest first. The first route that is found so
/// is the best, unless priorities differ, or several mixed or typed segments fit at one place; then what may be better is
/// tried as well. Nothing is recorded on the way: which segments are values is known from the route; see ``RouteHit``.
///
/// Labels are decoded, with 0xFE for a percent sign and 0xFF for a slash inside of a segment; neither is in any UTF-8. So a
/// label never fits text that has to be decoded, and only what alternatives take is searched for escapes and dot segments.
///
/// A class, so that a lookup counts no references to the arrays.
final class RouteTree: Sendable {
    /// All nodes, of which the children of one are neighbors and number 0 is the root.
    let nodes: ContiguousArray<Node>
    /// The text of all labels.
    let labels: Bytes
    /// Number 0 means "none".
    let alternatives: ContiguousArray<Alternative>
    /// All endings: those of one node are neighbors, in the order of candidates, and number 0 means "none".
    let endings: ContiguousArray<Ending>
    /// The mixed and typed segments among the alternatives.
    let segments: [PatternSegment]
    let records: [RouteRecord]
    let isIgnoringCase: Bool
    /// Whether a route that is found first may not be the best.
    let hasRivals: Bool

    /// A tree of routes, in which their numbers are those in the list.
    init(_ records: [RouteRecord], isIgnoringCase: Bool, hasHosts: Bool) {
        var builder = RouteTreeBuilder(records, isIgnoringCase: isIgnoringCase, hasHosts: hasHosts)
        builder.build()
        nodes = builder.nodes
        labels = builder.labels
        alternatives = builder.alternatives
        endings = builder.endings
        segments = builder.segments
        self.records = records
        self.isIgnoringCase = isIgnoringCase
        hasRivals = builder.hasRivals
    }

    /// A place in the tree, and the label that leads to it.
    struct Node: Sendable {
        /// The first eight bytes of the label, all of it, and by how many bits to shift a word so that only it counts.
        ///
        /// Where there is no child, the word fits no text, and nothing is counted.
        var word: UInt64 = 0xFDFD_FDFD_FDFD_FDFD
        var label: UInt32 = 0
        var count: UInt16 = 0
        var shift: UInt8 = 0
        /// There is a child for each byte from `low` on, `width` of them from `children` on; some never fit.
        var low: UInt8 = 0
        var width: UInt16 = 0
        /// How many segments have begun before here.
        var depth: UInt8 = 0
        var children: UInt32 = 0
        var alternative: UInt32 = 0
        /// The best of the routes that end here.
        var ending: UInt32 = 0
    }

    /// What a lookup may try where no label fits.
    struct Alternative: Sendable {
        let rank: Rank
        /// Whether the alternative before is of the same rank at the same place.
        let isPeer: Bool
        /// The number of the segment that it takes.
        let depth: UInt8
        /// Where it leads; the ending of a tail.
        var target: UInt32 = 0
        /// Which of the mixed and typed segments it is.
        var segment: UInt32 = 0
        /// What to try after it.
        var next: UInt32 = 0
        /// The highest priority among the routes that it leads to.
        var highest = Int.min
    }

    /// A path of a route that ends at a node.
    struct Ending: Sendable {
        var capture = Capture()
        var priority = Int.min
        /// Whether the route asks for anything besides the path.
        var hasConditions = false
        /// Whether this stands for a path whose first literal has capital letters, and takes part for hosts alone.
        var isHostOnly = false
        /// Whether another ending of the same node follows.
        var hasNext = false
    }

    /// What a match has to know of a path that is found.
    struct Capture: Sendable {
        /// For each parameter that takes part the number of its segment.
        var places = SIMD16<UInt8>()
        var route: UInt32 = 0
        /// Which of the parameters of the pattern take part, the first in the lowest bit.
        var taken: UInt16 = 0
        var expansion: UInt8 = 0
        /// The number of segments before the tail; `noTail` when there is none.
        var tailDepth = Self.noTail
        var hasMixed = false

        static let noTail = UInt8.max
    }
}

extension RouteTree {
    /// The best route for a path, or `nil` when there is none.
    @inline(__always)
    func best(_ path: String) -> RouteHit? {
        hit(path.withSpan { find($0, PathRange(of: $0, from: 0, to: $0.count), nil) })
    }

    /// The best route for a path, or for that of a URL, or `nil` when there is none.
    func best(_ path: PathText, of url: URLText?) -> RouteHit? {
        hit(path.text.withSpan { find($0, path.range, url) })
    }

    /// All routes for a path, or for that of a URL, in their order, each once.
    func all(_ path: PathText, of url: URLText?) -> [RouteHit] {
        var candidates: [UInt32]? = []
        var finding = path.text.withSpan { find($0, path.range, url, &candidates) }
        var known: Set<UInt32> = []
        let sorted = (candidates ?? []).sorted { endings[Int($0)].comesBefore(endings[Int($1)], records) }
        return sorted.compactMap { ending in
            guard known.insert(endings[Int(ending)].capture.route).inserted else { return nil }
            finding.ending = ending
            return hit(finding)
        }
    }

    @inline(__always)
    private func hit(_ finding: Finding) -> RouteHit? {
        guard finding.ending != 0 else { return nil }
        return RouteHit(
            endings[Int(finding.ending)].capture, in: self, finding.range, hasDotSegments: finding.hasDotSegments)
    }

    /// The best ending for a path, or 0, and where the path is.
    private struct Finding {
        var ending: UInt32
        let range: PathRange
        var hasDotSegments = false
    }

    @inline(never)
    private func find(_ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?) -> Finding {
        var candidates: [UInt32]?
        return find(bytes, range, url, &candidates)
    }

    @inline(__always)
    private func find(
        _ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: inout [UInt32]?
    ) -> Finding {
        guard bytes.count <= URLText.maximumLength else { return Finding(ending: 0, range: range) }
        let ending = search(bytes, .asWritten, range, url, &candidates)
        guard ending == Self.unreadable else { return Finding(ending: ending, range: range) }
        return findEncoded(bytes, range, url, &candidates)
    }

    /// Finds the endings for a path with escapes or dot segments; none when it does not decode to UTF-8.
    @inline(never)
    private func findEncoded(
        _ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: inout [UInt32]?
    ) -> Finding {
        guard PercentCoding.firstInvalid(in: bytes, from: range.start, to: range.end) == nil else {
            candidates?.removeAll()
            return Finding(ending: 0, range: range)
        }
        let ending = searchDecoded(bytes, range, url, &candidates)
        guard ending == Self.unreadable else { return Finding(ending: ending, range: range) }
        let segments = range.segments(in: bytes)
        var text: Bytes = []
        for segment in segments {
            if segment != segments[0] { text.append(UInt8(ascii: "/")) }
            for index in segment { text.append(bytes[index]) }
        }
        let start = segments.isEmpty ? 1 : 0
        let plain = PathRange(start: start, end: text.count, beginsWithHost: range.beginsWithHost)
        let found = searchDecoded(text.span, plain, url, &candidates)
        return Finding(ending: found, range: range, hasDotSegments: true)
    }

    private func searchDecoded(
        _ text: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: inout [UInt32]?
    ) -> UInt32 {
        candidates?.removeAll()
        return search(text, .decoded, range, url, &candidates)
    }
}
