import Foundation
import Testing

@testable import Routing

struct RouteConflictListTests {
    private func table(_ name: String) throws -> RouteTable<String> {
        try RouteTableTests.table(RouteListFile.paths(of: name))
    }

    /// The pattern with values instead of its parameters, none of which is a literal elsewhere.
    private func path(_ pattern: RoutePattern) -> String {
        let segments = pattern.expansions[0].map { segment in
            switch segment {
            case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
            case .mixed: "v1...v2"
            case .parameter, .wildcard: "v1"
            }
        }
        return "/" + segments.joined(separator: "/")
    }

    @Test(arguments: [("routes_github_2026", 678, 2), ("routes_kubernetes", 562, 0)])
    func aRealListHasNoConflictsButItsDuplicates(name: String, count: Int, duplicates: Int) throws {
        let table = try table(name)
        #expect(table.routes.count == count)
        #expect(table.conflicts.map(\.kind) == Array(repeating: .duplicate, count: duplicates))
        let found = table.routes.map { table.match(path($0.pattern))?.value == $0.value }
        #expect(found.count { $0 } == count - duplicates)
        #expect(table.conflicts.allSatisfy { !found[$0.second.index] && found[$0.first.index] })
    }

    /// Routes, how they look, and what is between them.
    @Test(arguments: [false, true], ["flat", "grouped", "nested"])
    func theSearchIsLinearInTheRoutes(hasPriorities: Bool, form: String) throws {
        var steps: [Int] = []
        for count in [500, 2_000] {
            var index = ConflictIndex(.host(.match), isIgnoringCase: false)
            for route in try routes(count, form, hasPriorities) { #expect(index.add(route.record).isEmpty) }
            steps.append(index.steps)
        }
        #expect(steps[1] <= steps[0] * 5 && steps[1] <= 30 * 2_000)
    }

    @Test
    func manyEqualRoutesDoNotFlood() throws {
        var index = ConflictIndex(.host(.match), isIgnoringCase: false)
        let found = try (0..<1_000).flatMap { _ in index.add(try RouteLine.route("/a/:x").record) }
        #expect(found.count < 16 * 1_000)
        #expect(index.steps < 200 * 1_000)
    }

    private func routes(_ count: Int, _ form: String, _ hasPriorities: Bool) throws -> [RouteTable<String>.Route] {
        var random = SeededGenerator(seed: 7)
        return try (0..<count).map { number in
            let text =
                switch form {
                case "flat": "/route\(number)"
                case "grouped": "/area\(number % 10)/section\(number / 10 % 10)/page\(number / 100)/:id"
                default: "/area\(number % 30)/section\(number)(/:id:Int)/:name.json"
                }
            let priority = hasPriorities ? Int.random(in: 0...5, using: &random) : 0
            return .init(pattern: try RoutePattern(text), priority: priority, value: text)
        }
    }
}

/// The lists of routes in `Resources`: a method and a path a line, as public interfaces document them.
enum RouteListFile {
    /// The paths, each once, in the order of the list.
    static func paths(of name: String) throws -> [String] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "txt", subdirectory: "Resources"))
        var known: Set<String> = []
        return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").compactMap { line in
            guard let path = line.split(separator: " ").last.map(String.init) else { return nil }
            return known.insert(path).inserted ? path : nil
        }
    }
}
