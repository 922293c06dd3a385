import Harness
import Routing
import Workloads

/// Looking GitHub's paths up against looking them up whole, and so without parameters, in a dictionary.
func lookingUp() throws -> Benchmark {
    let (work, paths) = (Paths.github, Paths.github.shuffled)
    let table = try table(of: work)
    let names = table.routes.map { $0.pattern.parameters.map(\.name) }
    let dictionary = Dictionary(zip(paths, work.order), uniquingKeysWith: { first, _ in first })
    for (number, path) in zip(work.order, paths) {
        let match = table.match(path)
        precondition(match?.value == number, path)
        precondition(match?.route.pattern.parameters.allSatisfy { match?[$0.name] != nil } == true, path)
    }
    return Benchmark(
        "a path among 142, GitHub",
        [
            .init("Dictionary") { times in for index in 0..<times { keep(dictionary[paths[index & 8_191]]) } },
            .ours("RouteTable.lookup", .atMost(1.37, stretch: 1.05, of: "Dictionary")) { times in
                for index in 0..<times { keep(table.lookup(paths[index & 8_191])) }
            },
            .ours("… with the values as strings", .atMost(2.5, of: "RouteTable.match")) { times in
                for index in 0..<times {
                    guard let match = table.match(paths[index & 8_191]) else { continue }
                    for name in names[match.value] { keep(match[name]) }
                }
            },
            .ours("RouteTable.match") { times in
                for index in 0..<times { keep(table.match(paths[index & 8_191])?.value) }
            },
        ]
    )
}

/// A lookup among ten routes, and among ever more of the same shape.
func lookingUp(as shape: String, _ sample: (Int) -> Paths) throws -> Benchmark {
    func lookingUp(among count: Int, _ targets: Benchmark.Target...) throws -> Benchmark.Case {
        let work = sample(count)
        let (table, paths) = (try table(of: work), work.shuffled)
        for (number, path) in zip(work.order, paths) { precondition(table.match(path)?.value == number, path) }
        return .ours("among \(count)", targets) { times in
            for index in 0..<times { keep(table.lookup(paths[index & 8_191])) }
        }
    }
    let paths = sample(10_000).shuffled
    let dictionary = Dictionary(paths.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return Benchmark(
        "a path, as routes grow, \(shape)",
        [
            .init("Dictionary of those asked for") { times in
                for index in 0..<times { keep(dictionary[paths[index & 8_191]]) }
            },
            try lookingUp(among: 10), try lookingUp(among: 100), try lookingUp(among: 1_000),
            try lookingUp(among: 10_000, .atMost(3, stretch: 2, of: "among 10")),
        ]
    )
}

/// The patterns as routes to their numbers.
func routes(of work: Paths) throws -> [RouteTable<Int>.Route] {
    try work.patterns.enumerated().map { .init(pattern: try RoutePattern($1), value: $0) }
}

/// A table of them.
func table(of work: Paths) throws -> RouteTable<Int> { RouteTable(try routes(of: work)) }
