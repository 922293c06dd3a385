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

    /// What was found, and where it stands there by the numbers of both routes, that of the second in the upper half.
    private var conflicts: [RouteConflict] = []
    private var places: [Int: Int] = [:]

    /// How many nodes and endings were looked at.
    private(set) var steps = 0

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
        var coveredSteps = 0
        for number in newRoutes {
            let new = route(number)
            findRivals(of: new)
            findObstacle(of: new)
            for part in parts where part.offset < newRoutes.lowerBound {
                // From some point on it is cheaper to ask all of the others.
                for path in new.expansions where coveredSteps <= 4 * newRoutes.lowerBound {
                    covered.formUnion(
                        CoveredWalk.candidates(in: part, below: new.priority, coveredBy: path, steps: &coveredSteps))
                }
            }
        }
        steps += coveredSteps
        if coveredSteps > 4 * newRoutes.lowerBound { covered = Set(0..<newRoutes.lowerBound) }
        for number in covered where !newRoutes.contains(number) { findObstacle(of: route(number)) }
        return Array(places.keys).sorted().compactMap { places[$0] }.map { conflicts[$0] }
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
        for number in Array(rivals.keys).sorted().prefix(Self.maximumRivals) {
            let other = route(number)
            let rivals = rivals[number] ?? []
            if rivals.contains(where: \.isDuplicate) {
                add(.duplicate, other, new)
            } else if let witness = witness(of: rivals, other, new) {
                add(.ambiguous, other, new, witness: witness)
            }
        }
    }

    private func witness(of rivals: [RivalWalk.Rival], _ other: ConflictRoute, _ new: ConflictRoute) -> String? {
        let search = WitnessSearch(other, new, addressing, isIgnoringCase: parts[0].tree.isIgnoringCase)
        for rival in rivals.prefix(Self.maximumTries) {
            if let witness = search.witness(first: rival.otherExpansion, second: rival.expansion) { return witness }
        }
        return nil
    }

    /// Asks whether a route is unreachable by now.
    private mutating func findObstacle(of old: ConflictRoute) {
        guard parts.contains(where: { $0.tree.rarity(of: 0).highest > old.priority }) else { return }
        var last = 0
        for path in old.expansions {
            var first = Int.max
            for part in parts {
                first = min(first, CoverWalk.first(in: part, covering: path, of: old, steps: &steps) ?? .max)
            }
            guard first < .max else { return }
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
        places[second.number << 32 | first.number] = conflicts.count
        conflicts.append(RouteConflict(kind: kind, first: first.party, second: second.party, witness: witness))
    }
}

/// A route as the search for conflicts sees it.
final class ConflictRoute {
    /// Its number among all routes, in the order of registration.
    let number: Int
    let pattern: RoutePattern
    let priority: Int
    let schemes: Set<String>
    let filter: RouteFilter
    let expansions: [[PatternSegment]]

    init(number: Int, pattern: RoutePattern, priority: Int, schemes: Set<String>) {
        self.number = number
        self.pattern = pattern
        self.priority = priority
        self.schemes = schemes
        let content = pattern.content
        filter = RouteFilter(schemes: schemes, host: content.host, query: content.query)
        expansions = content.expansions
    }

    var party: RouteConflict.Party {
        RouteConflict.Party(index: number, pattern: pattern, priority: priority)
    }
}

extension ConflictRoute {
    convenience init<Value>(_ route: RouteTable<Value>.Route, number: Int) {
        self.init(number: number, pattern: route.pattern, priority: route.priority, schemes: route.schemes)
    }
}

/// A part of the routes among which conflicts are looked for: a tree, and the number of its first route.
final class ConflictPart {
    let tree: RouteTree
    let offset: Int
    let siblings: Siblings

    init(_ tree: RouteTree, from offset: Int, questions: Int) {
        self.tree = tree
        self.offset = offset
        siblings = Siblings(tree, isIndexed: questions > 16)
    }

    /// The number of the route that an ending belongs to, among all routes.
    func number(of ending: RouteTree.Ending) -> Int { offset + Int(ending.route) }

    /// The endings of a list from the first on, as long as their priority is not below this.
    func endings(from first: UInt32, atLeast priority: Int) -> Endings {
        Endings(part: self, priority: priority, number: first)
    }

    struct Endings: Sequence, IteratorProtocol {
        let part: ConflictPart
        let priority: Int
        var number: UInt32

        mutating func next() -> RouteTree.Ending? {
            guard number != 0 else { return nil }
            let ending = part.tree.endings[Int(number)]
            number = ending.next
            return part.priority(of: ending) >= priority ? ending : nil
        }
    }

    func priority(of ending: RouteTree.Ending) -> Int { tree.conditions[Int(ending.condition)].priority }

    func filter(of ending: RouteTree.Ending) -> RouteFilter { tree.conditions[Int(ending.condition)].filter }
}
