/// Looks for the conflicts of new routes with all routes before them and among themselves.
///
/// Each question is one walk through the trees of the table, which goes only where an answer may be.
struct ConflictSearch {
    /// How many pairs of paths may be tried before two routes count as told apart.
    private static let maximumTries = 16

    /// How many earlier routes are named that rank like a new one; a thousand equal ones are told all the same.
    private static let maximumRivals = 16

    private let parts: [ConflictPart]
    private let newRoutes: Range<Int>
    private let addressing: Addressing
    private let route: (Int) -> ConflictRoute

    /// What was found, by the numbers of both routes.
    private var conflicts: [Pair: RouteConflict] = [:]

    /// How many nodes and endings were looked at.
    private(set) var steps = 0

    private struct Pair: Hashable, Comparable {
        let second: Int
        let first: Int

        static func < (left: Pair, right: Pair) -> Bool {
            (left.second, left.first) < (right.second, right.first)
        }
    }

    init(
        _ parts: [ConflictPart], newRoutes: Range<Int>, addressing: Addressing, route: @escaping (Int) -> ConflictRoute
    ) {
        self.parts = parts
        self.newRoutes = newRoutes
        self.addressing = addressing
        self.route = route
    }

    /// The conflicts in the order of their second routes, each pair once.
    mutating func run() -> [RouteConflict] {
        var covered: Set<Int> = []
        for number in newRoutes {
            let new = route(number)
            findRivals(of: new)
            findObstacle(of: new)
            for part in parts where part.offset < newRoutes.lowerBound {
                for path in new.expansions {
                    covered.formUnion(
                        CoveredWalk.candidates(in: part, below: new.priority, coveredBy: path, steps: &steps))
                }
            }
        }
        for number in covered where !newRoutes.contains(number) { findObstacle(of: route(number)) }
        return conflicts.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func findRivals(of new: ConflictRoute) {
        var rivals: [Int: [RivalWalk.Rival]] = [:]
        for part in parts {
            for expansion in new.expansions.indices {
                for rival in RivalWalk.rivals(in: part, of: new, expansion, steps: &steps) {
                    rivals[rival.number, default: []].append(rival)
                }
            }
        }
        for (number, rivals) in rivals.sorted(by: { $0.key < $1.key }).prefix(Self.maximumRivals) {
            let other = route(number)
            if rivals.contains(where: \.isDuplicate) {
                add(.duplicate, other, new)
            } else if let witness = witness(of: rivals, other, new) {
                add(.ambiguous, other, new, witness: witness)
            }
        }
    }

    private func witness(of rivals: [RivalWalk.Rival], _ other: ConflictRoute, _ new: ConflictRoute) -> String? {
        let search = WitnessSearch(other, new, addressing, isIgnoringCase: parts[0].tree.isIgnoringCase)
        return rivals.prefix(Self.maximumTries).lazy.compactMap { rival in
            search.witness(first: rival.expansions.other, second: rival.expansions.own)
        }.first
    }

    /// Asks whether a route is unreachable by now.
    private mutating func findObstacle(of old: ConflictRoute) {
        guard parts.contains(where: { $0.tree.nodes[0].priority > old.priority }) else { return }
        var last = 0
        for path in old.expansions {
            var covers: [Int] = []
            for part in parts {
                if let cover = CoverWalk.first(in: part, covering: path, of: old, steps: &steps) {
                    covers.append(cover)
                }
            }
            guard let first = covers.min() else { return }
            last = max(last, first)
        }
        // It was unreachable before, if both were there.
        guard max(last, old.number) >= newRoutes.lowerBound else { return }
        add(.unreachable, route(last), old)
    }

    private mutating func add(
        _ kind: RouteConflict.Kind, _ one: ConflictRoute, _ other: ConflictRoute, witness: String? = nil
    ) {
        let (first, second) = one.number < other.number ? (one, other) : (other, one)
        conflicts[Pair(second: second.number, first: first.number)] = RouteConflict(
            kind: kind, first: first.party, second: second.party, witness: witness)
    }
}
