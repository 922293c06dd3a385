import Testing

@testable import Routing

/// The laws of conflicts, tried with random routes and all paths over a small alphabet.
struct RouteConflictLawTests {
    private static let texts = ["a", "b", "ab", "1", "2", "1.a", "a.a", "b.1", "a1", "1-1", "a-b", "a-1-b"]
    private static let paths =
        ["/"] + texts.map { "/" + $0 } + texts.flatMap { first in texts.map { "/\(first)/\($0)" } }

    private static func segment(_ random: inout SeededGenerator, _ name: String) -> String {
        let forms = [
            "a", "b", ":N", ":{N:Int}", ":{N:Double}", ":{N:a|b}", ":{N:b|ab|1}", ":{N:1...2}", ":{N:2...5}", "*",
            ":{N}.a", ":{N:Int}.a", "a:{N}", "a-:{N}", ":{N}-b", ":{N}-:{M}", ":{N:Int}.:{M}", ":{N}.1",
        ]
        let form = forms.randomElement(using: &random) ?? ""
        return form.replacing("N", with: name).replacing("M", with: name + "2")
    }

    private static func pattern(_ random: inout SeededGenerator) -> String {
        let first = segment(&random, "x")
        switch Int.random(in: 0...5, using: &random) {
        case 0: return "/\(first)"
        case 1: return "/\(first)/*"
        case 2: return "/\(first)(/\(segment(&random, "y")))"
        case 3: return "/(\(first)/)\(segment(&random, "y"))"
        default: return "/\(first)/\(segment(&random, "y"))"
        }
    }

    private static func route(_ random: inout SeededGenerator, _ priorities: ClosedRange<Int>) throws
        -> RouteTable<String>.Route
    {
        let text = pattern(&random)
        let priority = Int.random(in: priorities, using: &random)
        return .init(pattern: try RoutePattern(text), priority: priority, value: "\(text) \(priority)")
    }

    /// Duplicate and ambiguous are routes whose order registration decides, and no others; witnesses match both.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func theReportedConflictsAreAllConflictsOfTheTable(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let routes = [try Self.route(&random, 0...1), try Self.route(&random, 0...1)]
            let table = RouteTable(routes)
            let reversed = RouteTable(routes.reversed())
            let found = Self.paths.map { path in table.matches(path).map(\.route.value) }
            let others = Self.paths.map { path in reversed.matches(path).map(\.route.value) }
            let isUndecided = zip(found, others).contains { $0.count == 2 && $0[0] != $1[0] }
            let conflict = table.conflicts.first
            let about: Comment = "\(routes.map(\.value)): \(conflict?.description ?? "no conflict")"
            switch conflict?.kind {
            case .duplicate: #expect(found.allSatisfy { $0.count != 1 } || routes.contains(where: \.hasGroups), about)
            case .ambiguous:
                let witness = try #require(conflict?.witness)
                #expect(table.matches(try URLText(witness)).map(\.route.value) == routes.map(\.value), about)
                #expect(
                    reversed.matches(try URLText(witness)).map(\.route.value) == routes.reversed().map(\.value), about)
            case .unreachable:
                let low = routes.min { $0.priority < $1.priority }?.value
                #expect(found.allSatisfy { $0.first != low }, about)
            default: #expect(!isUndecided || routes[0].value == routes[1].value, about)
            }
        }
    }

    /// Two mixed segments with as much literal text as each other are ambiguous exactly when some text is of both.
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func everyPairOfMixedSegmentsThatShareATextIsReported(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var sharedCount = 0
        for _ in 0..<400 {
            let first = MixedText.random(&random)
            let second = MixedText.random(&random)
            let isIgnoringCase = Bool.random(using: &random)
            guard first.literalCount == second.literalCount else { continue }
            let routes = try [first, second].map { mixed in
                RouteTable.Route(pattern: try RoutePattern("/p/" + mixed.pattern + "/q"), value: mixed.pattern)
            }
            let table = RouteTable(ignoringCase: isIgnoringCase, routes)
            let isShared = first.sharesText(with: second, ignoringCase: isIgnoringCase)
            let about: Comment = "\(first.pattern) \(second.pattern) \(isIgnoringCase)"
            #expect(table.conflicts.isEmpty != isShared, about)
            sharedCount += isShared ? 1 : 0
            guard let conflict = table.conflicts.first, conflict.kind == .ambiguous else { continue }
            let witness = try URLText(#require(conflict.witness))
            #expect(table.matches(witness).map(\.value) == [first.pattern, second.pattern], about)
        }
        #expect(sharedCount > 5)
    }

    /// With types, every pair is reported that has a short text in common.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func pairsOfTypedMixedSegmentsThatShareAShortTextAreReported(seed: UInt64) throws {
        let letters = ["1", "2", "a", "-"]
        var texts: [String] = [""]
        for _ in 0..<5 { texts += texts.suffix(texts.count).flatMap { text in letters.map { text + $0 } } }
        texts = Array(Set(texts)).sorted()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let patterns = (0..<2).map { _ in
                MixedText.random(&random, letters, types: ["", ":Int", ":1...22", ":a|1a|2"])
            }
            guard patterns[0].literalCount == patterns[1].literalCount else { continue }
            let table = RouteTable(
                try patterns.map { .init(pattern: try RoutePattern("/" + $0.pattern), value: $0.pattern) })
            let shared = texts.first { table.matches("/" + $0).map(\.value).count == 2 }
            guard shared != nil else { continue }
            #expect(!table.conflicts.isEmpty, "\(patterns.map(\.pattern)) at \(shared ?? "")")
        }
    }

    /// A table finds what each pair of its routes would.
    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func aTableHasTheConflictsOfItsPairs(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let routes = try (0..<30).map { _ in try Self.route(&random, 0...0) }
        var pairs: [[Int]] = []
        for second in routes.indices {
            for first in 0..<second where !RouteTable([routes[first], routes[second]]).conflicts.isEmpty {
                pairs.append([first, second])
            }
        }
        #expect(RouteTable(routes).conflicts.map { [$0.first.index, $0.second.index] } == pairs)
    }

    /// Two thousand siblings of a kind, and two that are in conflict with one of them, far apart.
    @Test(
        arguments: [
            ("/x/:{id}.k%", ["/x/:{id}.k7", "/x/:{name}.k7"]), ("/x/a%-:{id}", ["/x/a7-:{name}"]),
            ("/x/:{id:w%|v%}/y", ["/x/:{name:v7|u}/y"]), ("/x/:{id:%0...%9}/y", ["/x/:{name:75...78}/y"]),
            ("/x%/:id.json", ["/x7/:name.json"]), ("/x/:{id}.100%.json", ["/x/:{name}.1007.json"]),
        ])
    func manySiblingsAtOnePlaceAreDistinguished(form: String, others: [String]) throws {
        let texts = (0..<2_000).map { form.replacing("%", with: "\($0)") } + others.suffix(1)
        let table = RouteTable(try texts.map { .init(pattern: try RoutePattern($0), value: $0) })
        #expect(table.conflicts.map { [$0.first.index, $0.second.index] } == [[7, 2_000]])
    }
}

extension RouteTable.Route {
    /// A Boolean value that indicates whether the route has several paths, of which one may be a duplicate.
    fileprivate var hasGroups: Bool { pattern.expansions.count > 1 }
}

/// A mixed segment, and the texts that it matches, decided without a router.
private struct MixedText {
    /// Literals with parameters between them; the first and the last may be empty.
    let literals: [String]
    var types: [String] = []

    static func random(
        _ random: inout SeededGenerator, _ letters: [String] = ["x", "Y", "y", "é", ".", "-"], types: [String] = [""]
    ) -> MixedText {
        let count = Int.random(in: 2...4, using: &random)
        var literals = (0..<count).map { number in
            let isInner = number > 0 && number < count - 1
            let length = Int.random(in: (isInner ? 1 : 0)...3, using: &random)
            return (0..<length).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
        if literals.allSatisfy(\.isEmpty) { literals[0] = letters[0] }
        return MixedText(
            literals: literals, types: (1..<count).map { _ in types.randomElement(using: &random) ?? "" })
    }

    var pattern: String {
        var text = literals[0]
        for number in types.indices { text += ":{p\(number)\(types[number])}" + literals[number + 1] }
        return text
    }

    var literalCount: Int { literals.reduce(0) { $0 + $1.unicodeScalars.count } }

    /// The characters in order, and `nil` for any text.
    private func cells(_ ignoringCase: Bool) -> [Character?] {
        let texts = literals.map { Array((ignoringCase ? $0.lowercased() : $0)).map { Optional($0) } }
        return Array(texts.joined(separator: [nil]))
    }

    /// Searches the pairs of positions that one text leads to.
    func sharesText(with other: MixedText, ignoringCase: Bool) -> Bool {
        let own = cells(ignoringCase)
        let rival = other.cells(ignoringCase)
        var known: Set<[Int]> = []
        var open = [[0, 0]]
        while let pair = open.popLast() {
            guard known.insert(pair).inserted else { continue }
            if pair == [2 * own.count, 2 * rival.count] { return true }
            for letter in Set(own + rival + ["z"]).compactMap(\.self) {
                for first in Self.next(pair[0], letter, own) {
                    for second in Self.next(pair[1], letter, rival) { open.append([first, second]) }
                }
            }
        }
        return false
    }

    /// The positions behind a letter: twice the number of cells, and one less in a cell that may go on.
    private static func next(_ position: Int, _ letter: Character, _ cells: [Character?]) -> [Int] {
        let number = position / 2
        guard number < cells.count else { return [] }
        if let own = cells[number] { return own == letter ? [position + 2] : [] }
        return [2 * number + 1, 2 * number + 2]
    }
}
