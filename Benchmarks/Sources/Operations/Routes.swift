import Foundation
import Harness
import Routing
import Workloads

/// Looking paths up in tables of some sizes and shapes against looking them up whole, and so without parameters, in a
/// dictionary.
func lookingUp() throws -> [Benchmark] {
    let github = try RouteSample.github()
    var benchmarks = [github.lookingUp(), github.registering(), try RouteSample.flat(10_000).registering()]
    for count in [10, 100, 1_000, 10_000] { benchmarks.append(try RouteSample.flat(count).lookingUp()) }
    for count in [10, 100, 1_000, 10_000] { benchmarks.append(try RouteSample.grouped(count).lookingUp()) }
    return benchmarks
}

/// Patterns, and paths that match them, in an order that no branch predictor learns.
private struct RouteSample {
    let name: String
    let patterns: [RoutePattern]
    let paths: [String]

    init(_ name: String, _ patterns: [String], _ paths: [String]) throws {
        self.name = name
        self.patterns = try patterns.map { try RoutePattern($0) }
        var randomness = Xorshift()
        self.paths = (0..<8_192).map { _ in paths[Int(randomness.next() % UInt64(paths.count))] }
    }

    /// GitHub's table, each parameter with a value as it may be in practice.
    static func github() throws -> RouteSample {
        let patterns = Paths.github.patterns
        return try RouteSample("GitHub", patterns, Paths.github.examples)
    }

    static func flat(_ count: Int) throws -> RouteSample {
        try RouteSample(
            "flat", (0..<count).map { "/route\($0)/:id" }, spread(count).map { "/route\($0)/12345" })
    }

    static func grouped(_ count: Int) throws -> RouteSample {
        let prefix = { (number: Int) in "/area\(number / 100)/section\(number / 10 % 10)/page\(number % 10)" }
        return try RouteSample(
            "grouped", (0..<count).map { prefix($0) + "/:id" }, spread(count).map { prefix($0) + "/12345" })
    }

    private static func spread(_ count: Int) -> [Int] { (0..<200).map { $0 * count / 200 } }

    /// Finding the routes of paths.
    func lookingUp() -> Benchmark {
        let table = RouteTable(patterns.enumerated().map { .init(pattern: $1, value: $0) })
        let dictionary = Dictionary(paths.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let paths = paths
        for path in Set(paths) {
            let match = table.match(path)
            precondition(match?.route.pattern.parameters.allSatisfy { match?[$0.name] != nil } == true, path)
        }
        let length = paths.map(\.utf8.count).reduce(0, +) / paths.count
        let targets: [Benchmark.Target] =
            name == "GitHub" ? [.atMost(1.2, stretch: 0.75, of: "Dictionary")] : []
        return Benchmark(
            "a path of \(length) bytes among \(patterns.count), \(name)",
            [
                .init("Dictionary") { times in for index in 0..<times { keep(dictionary[paths[index & 8_191]]) } },
                .ours("RouteTable.lookup", targets) { times in
                    for index in 0..<times { keep(table.lookup(paths[index & 8_191])) }
                },
                .ours("… with the values as strings", .atMost(2.2, of: "RouteTable.lookup")) { times in
                    for index in 0..<times {
                        let path = paths[index & 8_191]
                        if let hit = table.lookup(path) { for value in hit.values(in: path) { keep(value) } }
                    }
                },
                .ours("RouteTable.match") { times in
                    for index in 0..<times { keep(table.match(paths[index & 8_191])?.value) }
                },
            ]
        )
    }

    /// Making a table of all patterns.
    func registering() -> Benchmark {
        let routes = patterns.enumerated().map { RouteTable.Route(pattern: $1, value: $0) }
        let texts = patterns.map(\.text)
        return Benchmark(
            "a table of \(patterns.count) routes, \(name)",
            [
                .init("Dictionary") { times in
                    for _ in 0..<times {
                        var dictionary: [String: Int] = [:]
                        for (number, text) in texts.enumerated() { dictionary[text] = number }
                        keep(dictionary)
                    }
                },
                .ours("RouteTable") { times in for _ in 0..<times { keep(RouteTable(routes)) } },
            ]
        )
    }
}

/// Every run sees the same order.
struct Xorshift: RandomNumberGenerator {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
