/// Looks for the conflicts of new routes with all routes before them and among themselves.
///
/// Each question is one walk through the trees of the table, which goes only where an answer may be.
struct ConflictSearch: ~Copyable {
    /// How many pairs of paths may be tried before two routes count as told apart.
    private static let maximumTries = 16

    /// How many earlier routes are named that rank like a new one; a thousand equal ones are told all the same.
    private static let maximumRivals = 16

    private let parts: [ConflictPart]
    private let newRoutes: Range<Int>
    private let route: (Int) -> ConflictRoute

    /// What was found; no pair is found twice.
    private var conflicts: [RouteConflict] = []
    /// For each new route the conflicts of which it is the second, by the numbers of the first.
    private var lists: [[Int]]

    /// How many nodes and endings were looked at.
    private(set) var steps = 0

    /// How much may be looked at.
    private let budget: StepBudget

    /// After how many conflicts the search ends.
    private let maximumCount: Int

    /// Whether a conflict is looked for of which this is the second route.
    private let isReported: (Int) -> Bool

    /// Whether the search ended before everything was looked at.
    var isIncomplete: Bool { budget.left == 0 }

    /// A search among the routes of an index.
    init(of index: RouteIndex, _ count: Int, route: @escaping (Int) -> ConflictRoute) {
        let budget = StepBudget(questions: count)
        self.init([ConflictPart(index, from: 0, questions: count, budget)], 0..<count, route, budget, .max) { _ in true
        }
    }

    /// A search for the conflicts that others would bring to the routes of an index.
    @inline(never)
    init(
        adding others: [ConflictRoute], to index: RouteIndex, _ count: Int, maximumCount: Int,
        route: @escaping (Int) -> ConflictRoute, isReported: @escaping (Int) -> Bool
    ) {
        let budget = StepBudget(questions: others.count)
        let new = RouteIndex(of: others, index.addressing, isIgnoringCase: index.tree.isIgnoringCase)
        let parts = [
            ConflictPart(index, from: 0, questions: others.count, budget),
            ConflictPart(new, from: count, questions: others.count, budget),
        ]
        let all = { $0 < count ? route($0) : others[$0 - count] }
        self.init(parts, count..<count + others.count, all, budget, maximumCount, isReported)
    }

    private init(
        _ parts: [ConflictPart], _ newRoutes: Range<Int>, _ route: @escaping (Int) -> ConflictRoute,
        _ budget: StepBudget, _ maximumCount: Int, _ isReported: @escaping (Int) -> Bool
    ) {
        self.budget = budget
        self.maximumCount = maximumCount
        self.isReported = isReported
        self.parts = parts
        self.newRoutes = newRoutes
        self.route = route
        lists = Array(repeating: [], count: newRoutes.count)
    }

    /// The conflicts in the order of their second routes, each pair once.
    mutating func run() -> [RouteConflict] {
        // Old ones first: so the lists are nearly in order as they grow.
        for number in coveredRoutes() where !isAtEnd { findObstacle(of: route(number)) }
        for number in newRoutes where !isAtEnd {
            let new = route(number)
            if isReported(number) { findRivals(of: new) }
            findObstacle(of: new)
        }
        var ordered: [RouteConflict] = []
        for list in lists {
            for number in list { ordered.append(conflicts[number]) }
        }
        return ordered
    }

    private var isAtEnd: Bool { conflicts.count >= maximumCount || isIncomplete }

    /// Those of the old routes that a new one may make unreachable.
    private mutating func coveredRoutes() -> [Int] {
        let count = newRoutes.lowerBound
        var covered: Set<Int> = []
        var ownSteps = 0
        for part in parts where part.offset < count {
            for number in newRoutes where isReported(number) {
                let new = route(number)
                // From some point on it is cheaper to ask all of the others.
                for path in new.expansions where ownSteps <= 4 * count {
                    var walk = CoveredWalk(part, below: new.priority, coveredBy: path)
                    walk.run()
                    ownSteps += walk.steps
                    covered.formUnion(walk.numbers)
                }
            }
        }
        steps += ownSteps
        return ownSteps <= 4 * count ? covered.sorted() : Array(0..<count)
    }

    private mutating func findRivals(of new: ConflictRoute) {
        var rivals: [RivalWalk.Rival] = []
        for part in parts {
            for expansion in new.expansions.indices {
                var walk = RivalWalk(part, new, expansion)
                walk.run()
                steps += walk.steps
                rivals += walk.rivals
            }
        }
        var last = -1
        for _ in 0..<Self.maximumRivals {
            var number = Int.max
            for rival in rivals where rival.number > last { number = min(number, rival.number) }
            guard number < .max else { return }
            compare(new, route(number), rivals)
            last = number
        }
    }

    private mutating func compare(_ new: ConflictRoute, _ other: ConflictRoute, _ rivals: [RivalWalk.Rival]) {
        let rivals = rivals.filter { $0.number == other.number }
        guard !rivals.contains(where: \.isDuplicate) else { return add(.duplicate, other, new) }
        let search = WitnessSearch(other, new, parts[0].index, budget)
        for rival in rivals.prefix(Self.maximumTries) {
            if let witness = search.witness(first: rival.otherExpansion, second: rival.expansion) {
                return add(.ambiguous, other, new, witness: witness)
            }
        }
    }

    /// Asks whether a route is unreachable by now.
    private mutating func findObstacle(of old: ConflictRoute) {
        guard parts.contains(where: { $0.tree.rarity(of: 0).highest > old.priority }) else { return }
        var last = 0
        for path in old.expansions {
            var first = Int.max
            for part in parts {
                var walk = CoverWalk(part, covering: path, of: old)
                walk.run()
                steps += walk.steps
                first = min(first, walk.first)
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
        guard isReported(second.number), conflicts.count < maximumCount else { return }
        let list = second.number - newRoutes.lowerBound
        lists[list].append(conflicts.count)
        conflicts.append(RouteConflict(kind: kind, first: first.party, second: second.party, witness: witness))
        var place = lists[list].count - 1
        while place > 0, conflicts[lists[list][place - 1]].first.index > first.number {
            lists[list].swapAt(place, place - 1)
            place -= 1
        }
    }
}

/// How much a search may still look at, so that no table can make it take long.
final class StepBudget {
    private(set) var left: Int

    /// A budget for questions about so many routes, many times what they take unless they were made to take long.
    init(questions: Int = 0) {
        left = 100_000 + 500 * questions
    }

    /// Takes some steps; false when there are none left.
    @discardableResult
    func spend(_ steps: Int = 1) -> Bool {
        left = max(0, left - steps)
        return left > 0
    }
}

/// A route as the search for conflicts sees it.
final class ConflictRoute: Sendable {
    /// Its number among all routes, in the order of registration.
    let number: Int
    let pattern: RoutePattern
    let priority: Int
    let schemes: Set<String>
    let filter: RouteFilter
    let content: PatternContent

    var expansions: [[PatternSegment]] { content.expansions }

    @inline(never)
    init(
        _ pattern: RoutePattern, _ content: PatternContent, number: Int = 0, priority: Int = 0,
        schemes: Set<String> = []
    ) {
        self.number = number
        self.pattern = pattern
        self.priority = priority
        self.schemes = schemes
        self.content = content
        filter = RouteFilter(schemes: schemes, host: content.host, query: content.query)
    }

    convenience init<Value>(_ route: RouteTable<Value>.Route, number: Int) {
        self.init(
            route.pattern, route.pattern.content, number: number, priority: route.priority, schemes: route.schemes)
    }

    var party: RouteConflict.Party {
        RouteConflict.Party(index: number, pattern: pattern, priority: priority)
    }
}

/// A part of the routes among which conflicts are looked for: an index, and the number of its first route.
final class ConflictPart {
    let index: RouteIndex
    let offset: Int
    let siblings: Siblings
    let budget: StepBudget

    var tree: RouteTree { index.tree }

    init(_ index: RouteIndex, from offset: Int, questions: Int, _ budget: StepBudget) {
        self.index = index
        self.offset = offset
        self.budget = budget
        siblings = Siblings(index, isIndexed: questions > 16, budget)
    }

    /// The number of the route that an ending belongs to, among all routes.
    func number(of ending: RouteTree.Ending) -> Int { offset + Int(ending.route) }

    func priority(of ending: RouteTree.Ending) -> Int { tree.conditions[Int(ending.condition)].priority }

    func filter(of ending: RouteTree.Ending) -> RouteFilter { tree.conditions[Int(ending.condition)].filter }
}
