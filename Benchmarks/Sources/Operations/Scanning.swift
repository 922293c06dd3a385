import Harness
import Routing
import Workloads

/// Finding routes in JLRoutes' manner, for the same paths: segments made before, so that none pays for the form of
/// another.
func scans(of work: Paths) -> [Benchmark.Case] {
    let segments = work.shuffled.map(LinearScan.segments)
    let scans = [true, false].map { LinearScan(work.patterns, isEager: $0) }
    for (number, path) in zip(work.order, segments).prefix(1_000) {
        for scan in scans { precondition(scan.match(path)?.number == number) }
    }
    return [
        .init("a linear scan over segments, as JLRoutes") { times in
            for index in 0..<times { keep(scans[0].match(segments[index & 8_191])) }
        },
        .init("… that reads values only where it fits") { times in
            for index in 0..<times { keep(scans[1].match(segments[index & 8_191])) }
        },
    ]
}

/// From the text of a URL to its route, all values of path and query, and a call.
func openingAsJLRoutes() throws -> Benchmark {
    let work = Paths.github
    let urls = work.shuffled.map { "https://shop.example\($0)?tab=files&page=2" }
    let origins: [Origin] = ["shop://", "https://shop.example"]
    let table = RouteTable(
        origins: origins, try routes(of: work))
    let router = Router(origins: origins)
    try router.register { for pattern in work.patterns { $0.on(pattern) { keep($0.parameters.count) } } }
    let scan = LinearScan(work.patterns, isEager: true)
    for (number, url) in zip(work.order, urls).prefix(1_000) {
        let text = try URLText(url)
        precondition(table.match(text)?.value == number && scan.match(url)?.number == number, url)
        precondition(router.canOpen(url), url)
    }
    let length = urls.map(\.utf8.count).reduce(0, +) / urls.count
    return Benchmark(
        "opening a URL of \(length) bytes among \(work.patterns.count), GitHub",
        [
            .init("URLComponents, a linear scan as JLRoutes") { times in
                for index in 0..<times { keep(scan.match(urls[index & 8_191])) }
            },
            .ours("URLText, RouteTable.match, all values") { times in
                for index in 0..<times {
                    guard let url = try? URLText(urls[index & 8_191]), let match = table.match(url) else { continue }
                    keep(match.parameters)
                    keep(url.query)
                }
            },
            .ours("Router.open") { times in for index in 0..<times { router.openNow(urls[index & 8_191]) } },
            .ours("Router.canOpen") { times in for index in 0..<times { keep(router.canOpen(urls[index & 8_191])) } },
        ]
    )
}
