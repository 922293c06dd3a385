import Harness
import Routing
import Workloads

/// From the text of a URL to its route and the values of path and query.
func openingURLsAmongPeers() throws -> Benchmark {
    let work = Paths.github
    let urls = work.shuffled.map { "https://shop.example\($0)?tab=files&page=2" }
    let table = RouteTable(
        origins: ["shop://", "https://shop.example"],
        try work.patterns.enumerated().map { .init(pattern: try RoutePattern($1), value: $0) })
    let scan = LinearScan(work.patterns, isEager: true)
    for (number, url) in zip(work.order, urls).prefix(1_000) {
        check(table.match(try URLText(url))?.value, number, url)
        check(scan.match(url)?.number, number, url)
    }
    let length = urls.map(\.utf8.count).reduce(0, +) / urls.count
    return Benchmark(
        "peers, a URL of \(length) bytes among \(work.patterns.count), GitHub",
        [
            .ours("URLText, RouteTable.match, all values") { times in
                for index in 0..<times {
                    guard let url = try? URLText(urls[index & 8_191]), let match = table.match(url) else { continue }
                    keep(match.parameters)
                    keep(url.query)
                }
            },
            .init("URLComponents, a linear scan as JLRoutes") { times in
                for index in 0..<times { keep(scan.match(urls[index & 8_191])) }
            },
        ]
    )
}
