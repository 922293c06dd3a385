import Foundation
import Harness
import Routing
import Workloads

/// Making tables of many patterns against one of few.
func registering() throws -> Benchmark {
    func registering(_ work: Paths, _ name: String, _ targets: [Benchmark.Target] = []) throws -> Benchmark.Case {
        let routes = try routes(of: work)
        return .ours(name, targets, parts: routes.count) { times in
            for _ in 0..<times { keep(RouteTable(routes)) }
        }
    }
    let few = "of 142, GitHub"
    return Benchmark(
        "a route in a table, as routes grow",
        [
            try registering(.github, few),
            try registering(.flat(10_000), "of 10,000, flat", [.atMost(1.5, of: few)]),
            try registering(.grouped(10_000), "of 10,000, grouped", [.atMost(1.5, of: few)]),
            .init("an entry in a Dictionary of 142", parts: 142) { times in
                for _ in 0..<times {
                    keep(Dictionary(uniqueKeysWithValues: Paths.github.patterns.enumerated().map { ($1, $0) }))
                }
            },
        ]
    )
}

/// Making a table of ten thousand patterns against reading their JSON with Foundation.
func readingTables() throws -> Benchmark {
    let patterns = Paths.grouped(10_000).patterns
    let json = #"{"routes":["# + patterns.map { #"{"pattern":"\#($0)"}"# }.joined(separator: ",") + "]}"
    let data = Data(json.utf8)
    let rich = patterns.map { $0.replacing("/page", with: "(/page") + ":Int)?ref" }
    return Benchmark(
        "a route of a file of 10,000",
        [
            .init("JSONDecoder, texts alone", parts: 10_000) { times in
                for _ in 0..<times { keep(try? JSONDecoder().decode(Texts.self, from: data)) }
            },
            .ours("RouteTable, of patterns", [], parts: 10_000) { times in
                for _ in 0..<times {
                    keep(try? RouteTable(patterns.map { .init(pattern: try RoutePattern($0), value: 0) }))
                }
            },
            .ours("… with a group, a type and a query", [], parts: 10_000) { times in
                for _ in 0..<times {
                    keep(try? RouteTable(rich.map { .init(pattern: try RoutePattern($0), value: 0) }))
                }
            },
            .ours("RouteList(json:)", [], parts: 10_000) { times in
                for _ in 0..<times { keep(try? RouteList(json: data)) }
            },
            .ours("… and its RouteTable", [], parts: 10_000) { times in
                for _ in 0..<times { keep((try? RouteList(json: data)).map { RouteTable($0) }) }
            },
        ]
    )
}

private struct Texts: Decodable {
    struct Route: Decodable { let pattern: String }
    let routes: [Route]
}
