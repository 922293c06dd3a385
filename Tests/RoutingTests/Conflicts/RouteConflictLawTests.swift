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
