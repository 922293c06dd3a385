import Harness
@_spi(Internal) import Hummingbird
import Routing
import Workloads

/// Finding the route of a path among GitHub's, whose values no router has seen before.
///
/// Everybody gets the path as it wants to have it, so that nobody pays for the form of another.
func lookingUpAmongPeers() async throws -> Benchmark {
    let work = Paths.github
    let paths = work.shuffled
    let table = RouteTable(try work.patterns.enumerated().map { .init(pattern: try RoutePattern($1), value: $0) })
    let trie = RouterPathTrieBuilder<Int>()
    for (number, pattern) in work.patterns.enumerated() { trie.addEntry(RouterPath(pattern), value: number) }
    let hummingbird = trie.build()
    let scans = [true, false].map { LinearScan(work.patterns, isEager: $0) }
    let segments = paths.map(LinearScan.segments)
    let flyingFox = FlyingFoxRoutes(work.patterns)
    let requests = paths.map(FlyingFoxRoutes.request)
    for (number, path) in zip(work.order, paths).prefix(1_000) {
        check(table.match(path)?.value, number, path)
        check(hummingbird.resolve(path)?.value, number, path)
        for scan in scans { check(scan.match(LinearScan.segments(of: path))?.number, number, path) }
    }
    let length = paths.map(\.utf8.count).reduce(0, +) / paths.count
    return Benchmark(
        "peers, a path of \(length) bytes among \(work.patterns.count), GitHub",
        [
            .ours("RouteTable.lookup", .atMost(1.0 / 25, stretch: 1.0 / 40, of: "Hummingbird, RouterTrie.resolve")) {
                times in
                for index in 0..<times { keep(table.lookup(paths[index & 8_191])) }
            },
            .ours("RouteTable.match") { times in
                for index in 0..<times { keep(table.match(paths[index & 8_191])) }
            },
            .init("Hummingbird, RouterTrie.resolve") { times in
                for index in 0..<times { keep(hummingbird.resolve(paths[index & 8_191])) }
            },
            .init(
                "FlyingFox, HTTPRoute ~= one by one",
                awaiting: { times in
                    for index in 0..<times { keep(await flyingFox.first(taking: requests[index & 8_191])) }
                }),
            .init("a linear scan over segments, as JLRoutes") { times in
                for index in 0..<times { keep(scans[0].match(segments[index & 8_191])) }
            },
            .init("... that reads values only where it fits") { times in
                for index in 0..<times { keep(scans[1].match(segments[index & 8_191])) }
            },
        ]
    )
}

/// Stops when a router found another route.
func check(_ answer: Int?, _ number: Int, _ path: String) {
    precondition(answer == number, "\(path): \(answer.map(String.init) ?? "nothing") instead of \(number)")
}
