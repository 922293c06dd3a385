/// The paths of all routes as a radix tree over bytes, in which paths are looked up.
///
/// A literal segment is its text and the slash behind it, and a run of literals without an alternative is one label:
/// `/users/me/settings/` alone is the label `users/me/settings/`. A virtual slash follows the path, so that its last
/// segment ends as all others do.
///
/// A lookup descends as long as a label fits. Where none does, it takes the next alternative: a mixed segment, a parameter, a
/// wildcard or a tail. A tree has one way to each node, so what remains untried there is known when the tree is built: the
/// alternatives of a node are followed by those of the nodes above it, the nearest first. The first route that is found so
/// is the best, unless priorities differ, or several mixed or typed segments are at one place; then all are tried.
/// Nothing is recorded on the way: which segments are values is known from the route; see ``RouteHit``.
///
/// Labels are decoded; see ``UInt8/asLabel``. So a label never fits text that has to be decoded, and only what alternatives
/// take is searched for escapes and dot segments. Where there are any, a copy of the path without them is looked up.
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
    let addressing: Addressing
    let isIgnoringCase: Bool
    /// Whether a route that is found first may not be the best.
    let hasRivals: Bool

    /// A tree of routes, in which their numbers are those in the list.
    init(_ records: [RouteRecord], _ addressing: Addressing, isIgnoringCase: Bool) {
        var builder = RouteTreeBuilder(records, isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts)
        builder.build()
        nodes = builder.nodes
        labels = builder.labels
        alternatives = builder.alternatives
        endings = builder.endings
        segments = builder.segments
        self.records = records
        self.addressing = addressing
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
        /// The number of the segment that it takes.
        let depth: UInt8
        /// Where it leads; the ending of a tail.
        let target: UInt32
        /// What to try after it.
        let next: UInt32
        /// Which of the mixed and typed segments it is.
        var segment: UInt32 = 0
    }

    /// A path of a route that ends at a node.
    struct Ending: Sendable {
        var capture: Capture
        /// Whether it takes part for some URLs only, since the route asks for more than a path or since it is for hosts alone.
        var isConditional: Bool
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
        path.withSpan { bytes in
            var candidates: [UInt32]?
            let range = PathRange(of: bytes, from: 0, to: bytes.count)
            return hit(find(bytes, range, nil, &candidates), range)
        }
    }

    /// The best route for a path, or for that of a URL, or `nil` when there is none.
    func best(_ path: PathText, of url: URLText?) -> RouteHit? {
        var candidates: [UInt32]?
        return path.text.withSpan { hit(find($0, path.range, url, &candidates), path.range) }
    }

    /// All routes for a path, or for that of a URL, in their order, each once.
    func all(_ path: PathText, of url: URLText?) -> [RouteHit] {
        var candidates: [UInt32]? = []
        _ = path.text.withSpan { find($0, path.range, url, &candidates) }
        var known: Set<UInt32> = []
        let sorted = (candidates ?? []).sorted { comesBefore($0, $1) }
        let first = sorted.filter { known.insert(endings[Int($0)].capture.route).inserted }
        return first.compactMap { hit($0, path.range) }
    }

    @inline(__always)
    private func hit(_ ending: UInt32, _ range: PathRange) -> RouteHit? {
        ending == 0 ? nil : RouteHit(endings[Int(ending)].capture, in: self, range)
    }

    /// Finds the best ending, or 0, and all of them when `candidates` is not `nil`.
    private func find(
        _ bytes: Span<UInt8>, _ range: PathRange, _ url: URLText?, _ candidates: inout [UInt32]?
    ) -> UInt32 {
        guard bytes.count <= URLText.maximumLength else { return 0 }
        let ending = search(bytes, range, url, &candidates)
        guard ending == Self.unreadable else { return ending }
        candidates?.removeAll()
        guard PercentCoding.firstInvalid(in: bytes, from: range.start, to: range.end) == nil else { return 0 }
        let copy = range.labels(in: bytes)
        return search(copy.text.span, copy.range, url, &candidates)
    }

    /// Whether of two endings for one path the first is the better candidate.
    func comesBefore(_ first: UInt32, _ second: UInt32) -> Bool {
        let (own, rival) = (endings[Int(first)].capture, endings[Int(second)].capture)
        return own.comesBefore(rival, records)
    }
}

extension RouteTree.Capture {
    /// Whether of two paths this is the better candidate where both match.
    func comesBefore(_ other: Self, _ records: [RouteRecord]) -> Bool {
        let precedence = records[Int(route)].precedence(
            Int(expansion), over: records[Int(other.route)], Int(other.expansion))
        return precedence == 0 ? (route, expansion) < (other.route, other.expansion) : precedence > 0
    }
}

extension Addressing {
    /// Whether the first segment of a path may be a host.
    var hasHosts: Bool {
        if case .host(let rule) = self { rule == .path } else { true }
    }
}
