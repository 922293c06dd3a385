import Harness
import Routing
import Workloads

/// The same lookups in GitHub's table, and in one that has something special.
func lookingUpSpecially() throws -> Benchmark {
    let (work, paths) = (Paths.github, Paths.github.shuffled)
    let routes = try routes(of: work)
    func table(
        adding pattern: String? = nil, priority: Int = 0, ignoringCase: Bool = false
    ) throws -> RouteTable<Int> {
        let extra: [RouteTable<Int>.Route] =
            try pattern.map { [.init(pattern: try RoutePattern($0), priority: priority, value: -1)] } ?? []
        return RouteTable(ignoringCase: ignoringCase, routes + extra)
    }
    func lookingUp(_ table: RouteTable<Int>, _ paths: [String]) -> (_ times: Int) -> Void {
        for (number, path) in zip(work.order, paths) { precondition(table.match(path)?.value == number, path) }
        return { times in for index in 0..<times { keep(table.lookup(paths[index & 8_191])) } }
    }
    let target = Benchmark.Target.atMost(2, of: "plain")
    let escaped = paths.map {
        $0.replacing("octocat-42", with: "octo%2Dcat").replacing("async-http", with: "async%2Dhttp")
    }
    return Benchmark(
        "a path among 142, in a special table",
        [
            .init("plain", lookingUp(try table(), paths)),
            .ours("one route has a priority", target, run: lookingUp(try table(adding: "/zen/:a", priority: 1), paths)),
            .ours("ignoring case", target, run: lookingUp(try table(ignoringCase: true), paths)),
            .ours("one typed route", target, run: lookingUp(try table(adding: "/repos/:number:Int"), paths)),
            .ours("escapes in the paths", target, run: lookingUp(try table(), escaped)),
        ]
    )
}

/// Paths that no route takes, by their first segment or by their last.
func missing() throws -> Benchmark {
    let (table, paths) = (try table(of: .github), Paths.github.shuffled)
    func lookingUp(_ paths: [String]) -> (_ times: Int) -> Void {
        let unknown = paths.filter { table.lookup($0) == nil }
        precondition(unknown.count > 4_096)
        return { times in for index in 0..<times { keep(table.lookup(unknown[index & 4_095])) } }
    }
    return Benchmark(
        "a path that no route takes",
        [
            .init("one that a route takes") { times in
                for index in 0..<times { keep(table.lookup(paths[index & 8_191])) }
            },
            .ours(
                "unknown from the first segment", .atMost(1, of: "one that a route takes"),
                run: lookingUp(paths.map { "/nowhere" + $0 })),
            .ours(
                "unknown in the last segment", .atMost(1, of: "one that a route takes"),
                run: lookingUp(paths.map { $0 + "/nowhere-at-all" })),
        ]
    )
}

/// Paths with a parameter more, with many segments, and with much in common.
func lookingUpLongPaths() throws -> [Benchmark] {
    let prefix = String(repeating: "catalog-", count: 25)
    return [
        try lookingUp("with 4 parameters", 4) { "/area\($0)/:a/:b/:c/:d" },
        try lookingUp("with 5 parameters", 5) { "/area\($0)/:a/:b/:c/:d/:e" },
        try lookingUp("of 17 segments, 8 parameters", 8) { number in
            "/area\(number)" + (0..<8).map { "/section\($0)/:p\($0)" }.joined()
        },
        try lookingUp("of 42 literals", 0) { number in "/area\(number)" + (0..<41).map { "/section\($0)" }.joined() },
        try lookingUp("with a prefix of 200 bytes", 1) { "/\(prefix)\($0)/:a" },
    ]
}

private func lookingUp(_ name: String, _ parameters: Int, _ pattern: (Int) -> String) throws -> Benchmark {
    let patterns = (0..<100).map(pattern)
    let table = RouteTable(try patterns.enumerated().map { .init(pattern: try RoutePattern($1), value: $0) })
    let paths = patterns.map { $0.split(separator: "/").map { $0.first == ":" ? "/value-17" : "/" + $0 }.joined() }
    let dictionary = Dictionary(uniqueKeysWithValues: zip(paths, 0...))
    for (number, path) in paths.enumerated() {
        precondition(table.lookup(path) == number && table.match(path)?.parameters.count == parameters, path)
    }
    return Benchmark(
        "a path \(name), among 100",
        [
            .init("Dictionary") { times in for index in 0..<times { keep(dictionary[paths[index % 100]]) } },
            .ours("RouteTable.lookup") { times in for index in 0..<times { keep(table.lookup(paths[index % 100])) } },
        ]
    )
}

/// What a match is asked for, against the match itself.
func readingMatches() throws -> Benchmark {
    let (table, paths) = (try table(of: .github), Paths.github.shuffled.filter { $0.hasPrefix("/repos/") })
    func reading(_ read: @escaping (RouteTable<Int>.Match) -> Void) -> (_ times: Int) -> Void {
        { times in
            for index in 0..<times { if let match = table.match(paths[index % paths.count]) { read(match) } }
        }
    }
    return Benchmark(
        "a match, and its parameters",
        [
            .init("match", reading { keep($0.value) }),
            .ours("and one of them", run: reading { keep($0["owner"]) }),
            .ours("and all of them", run: reading { keep($0.parameters) }),
        ]
    )
}
