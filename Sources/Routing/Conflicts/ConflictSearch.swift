/// Looks for the conflicts of new routes with all routes before them and among themselves.
///
/// The old routes are one tree, the new ones another. A question is a walk through both, which goes only where the answer may
/// be, so that a route costs no more the more others there are. All walks together may take a number of steps, so that a
/// list that somebody else wrote cannot keep a program busy.
struct ConflictSearch {
    /// How many nodes and endings may be looked at.
    static let maximumSteps = 1 << 26

    /// How many pairs of paths may be tried before two routes count as told apart.
    private static let maximumTries = 16

    /// How many earlier routes are named that rank like a new one; a thousand equal ones are told all the same.
    private static let maximumRivals = 16

    /// Some of the routes, and the number of the first of them.
    private let parts: [(tree: RouteTree, offset: Int)]
    private let newRoutes: Range<Int>
    private let records: SharedList<RouteRecord>
    private let addressing: Addressing

    /// What was found; no pair is found twice.
    private var conflicts: [RouteConflict] = []

    /// How many nodes and endings were looked at.
    private(set) var steps = 0

    /// Whether the search ended before everything was looked at.
    var isIncomplete: Bool { steps > Self.maximumSteps }

    /// After how many conflicts the search ends.
    private let maximumCount: Int

    /// Whether a conflict is looked for of which this is the second route.
    private let isReported: (Int) -> Bool

    private var isAtEnd: Bool { conflicts.count >= maximumCount || isIncomplete }

    /// A search among the routes of an index.
    init(of index: RouteIndex) {
        parts = [(index.tree, 0)]
        newRoutes = 0..<index.records.count
        records = index.records
        addressing = index.addressing
        maximumCount = .max
        isReported = { _ in true }
    }

    /// A search for the conflicts that others would bring to the routes of an index.
    ///
    /// - Parameters:
    ///   - others: The others.
    ///   - index: The index.
    ///   - maximumCount: After how many conflicts the search ends.
    ///   - isReported: Whether a conflict is looked for of which this is the number of the second route.
    init(
        adding others: [RouteRecord], to index: RouteIndex, maximumCount: Int = .max,
        isReported: @escaping (Int) -> Bool = { _ in true }
    ) {
        self.maximumCount = maximumCount
        self.isReported = isReported
        let tree = index.tree
        let new = RouteTree(others, isIgnoringCase: tree.isIgnoringCase, hasHosts: tree.hasHosts)
        parts = [(tree, 0), (new, index.records.count)]
        newRoutes = index.records.count..<index.records.count + others.count
        var records = index.records
        records.append(others)
        self.records = records
        addressing = index.addressing
    }

    /// The conflicts in the order of their second routes, each pair once.
    mutating func run() -> [RouteConflict] {
        for number in coveredRoutes() where !isAtEnd { findObstacle(of: number) }
        for number in newRoutes where !isAtEnd {
            if isReported(number) { findRivals(of: number) }
            findObstacle(of: number)
        }
        return conflicts.sorted { ($0.second.index, $0.first.index) < ($1.second.index, $1.first.index) }
    }

    /// The old routes that a new one may make unreachable.
    private mutating func coveredRoutes() -> [Int] {
        guard let old = parts.first, old.offset == 0, newRoutes.lowerBound > 0 else { return [] }
        var numbers: Set<Int> = []
        for number in newRoutes where isReported(number) {
            let record = records[number]
            for path in record.content.expansions where record.priority > old.tree.nodes[0].lowest {
                var walk = CoverWalk(old.tree, path, record.priority, steps)
                walk.findCovered()
                steps = walk.steps
                numbers.formUnion(walk.found)
            }
        }
        return numbers.sorted()
    }

    private mutating func findRivals(of number: Int) {
        let record = records[number]
        var rivals: [Int: [RivalWalk.Rival]] = [:]
        for part in parts {
            for (expansion, path) in record.content.expansions.enumerated() {
                var walk = RivalWalk(part.tree, record, path, before: number - part.offset, steps)
                walk.run()
                steps = walk.steps
                for var rival in walk.rivals {
                    rival.expansion = expansion
                    rivals[rival.route + part.offset, default: []].append(rival)
                }
            }
        }
        for other in rivals.keys.sorted().prefix(Self.maximumRivals) { compare(number, other, rivals[other] ?? []) }
    }

    private mutating func compare(_ new: Int, _ other: Int, _ rivals: [RivalWalk.Rival]) {
        guard !rivals.contains(where: \.isDuplicate) else { return add(.duplicate, other, new) }
        let search = WitnessSearch(
            records[other], records[new], addressing, isIgnoringCase: parts[0].tree.isIgnoringCase)
        for rival in rivals.prefix(Self.maximumTries) {
            if let witness = search.witness(first: rival.otherExpansion, second: rival.expansion) {
                return add(.ambiguous, other, new, witness: witness)
            }
        }
    }

    /// Asks whether a route is unreachable by now.
    private mutating func findObstacle(of number: Int) {
        let record = records[number]
        guard parts.contains(where: { $0.tree.nodes[0].highest > record.priority }) else { return }
        var last = 0
        for path in record.content.expansions {
            var first = Int.max
            for part in parts {
                var walk = CoverWalk(part.tree, path, record.priority, steps)
                walk.findCovering(record.filter)
                steps = walk.steps
                if let route = walk.found.min() { first = min(first, route + part.offset) }
            }
            guard first < .max else { return }
            last = max(last, first)
        }
        // It was unreachable before, if both were there.
        guard max(last, number) >= newRoutes.lowerBound else { return }
        add(.unreachable, last, number)
    }

    private mutating func add(_ kind: RouteConflict.Kind, _ one: Int, _ other: Int, witness: String? = nil) {
        let (first, second) = (min(one, other), max(one, other))
        guard isReported(second), conflicts.count < maximumCount else { return }
        conflicts.append(
            RouteConflict(
                kind: kind, first: .init(index: first, records[first]), second: .init(index: second, records[second]),
                witness: witness))
    }
}
