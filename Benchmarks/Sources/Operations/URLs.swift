import Foundation
import Harness
import Routing
import Workloads

/// Taking URLs apart and finding their routes, against parsing them with Foundation.
func openingURLs() throws -> [Benchmark] {
    let paths = try githubPaths()
    let origins: [Origin] = ["shop://", "https://shop.example"]
    let table = RouteTable(origins: origins, try paths.map { .init(pattern: try RoutePattern($0.pattern), value: 0) })
    let router = Router(origins: origins)
    try router.register { for path in paths { $0.on(path.pattern) { _ in } } }
    return [
        openingURLs("a short URL", paths.map { "shop:/" + $0.short }, table, router),
        openingURLs("a real URL", paths.map { "https://shop.example\($0.real)?tab=files&page=2" }, table, router),
    ]
}

private func openingURLs(_ name: String, _ texts: [String], _ table: RouteTable<Int>, _ router: Router) -> Benchmark {
    let urls = texts.compactMap(URL.init(string:))
    let length = texts.reduce(0) { $0 + $1.utf8.count } / texts.count
    precondition(texts.allSatisfy { router.canOpen($0) } && urls.count == texts.count)
    func each(_ work: @escaping (Int) -> Void) -> (Int) -> Void {
        { times in for index in 0..<times { work(index % texts.count) } }
    }
    return Benchmark(
        "\(name) of \(length) bytes",
        [
            .init("URL(string:)", each { keep(URL(string: texts[$0])) }),
            .ours("URLText", run: each { keep(try? URLText(texts[$0])) }),
            .ours(
                "URLText, RouteTable.match", .atMost(0.6, stretch: 0.33, of: "URL(string:)"),
                run: each { keep((try? URLText(texts[$0])).flatMap(table.match)) }),
            .ours(
                "… of a URL value", .atMost(0.8, stretch: 0.5, of: "URL(string:)"),
                run: each { keep((try? URLText(urls[$0].absoluteString)).flatMap(table.match)) }),
            .ours(
                "URLText, firstQueryValue(of:)",
                run: each { keep((try? URLText(texts[$0]))?.firstQueryValue(of: "page")) }),
            .ours("URLText, query", run: each { keep((try? URLText(texts[$0]))?.query) }),
            .ours("Router.canOpen", run: each { keep(router.canOpen(texts[$0])) }),
            .ours("Router.canOpen of a URL value", run: each { keep(router.canOpen(urls[$0])) }),
        ]
    )
}

/// GitHub's table with paths whose values are as short as can be, and with some as they are.
private func githubPaths() throws -> [(pattern: String, short: String, real: String)] {
    let patterns = Paths.github.patterns
    var randomness = Xorshift()
    return patterns.map { pattern in
        let segments = pattern.split(separator: "/")
        let short = segments.enumerated().map { $1.hasPrefix(":") ? "/p\($0)" : "/" + $1 }
        let real = segments.map { $0.hasPrefix(":") ? "/value-of-\($0.dropFirst())" : "/" + $0 }
        return (pattern, short.joined(), real.joined())
    }.shuffled(using: &randomness)
}
