import Foundation
import Harness
import Routing

/// Looking a path up in GitHub's table against looking it up whole, and so without parameters, in a dictionary.
func lookingUp() throws -> Benchmark {
    var randomness = Xorshift()
    let patterns = Set(
        String(decoding: PackageResources.routes_github_txt, as: UTF8.self).split(separator: "\n")
            .compactMap { $0.split(separator: " ").last.map(String.init) }
    ).sorted()
    let paths = patterns.map { pattern in
        pattern.split(separator: "/").map { $0.hasPrefix(":") ? "value-of-\($0.dropFirst())" : String($0) }
            .reduce("") { $0 + "/" + $1 }
    }.shuffled(using: &randomness)
    let table = RouteTable(try patterns.map { RouteTable.Route(pattern: try RoutePattern($0), value: $0.count) })
    let dictionary = Dictionary(uniqueKeysWithValues: paths.map { ($0, $0.count) })
    return Benchmark(
        "a path among \(patterns.count) of GitHub",
        [
            .init("Dictionary") { times in for index in 0..<times { keep(dictionary[paths[index % paths.count]]) } },
            .init("RouteTable.match") { times in
                for index in 0..<times { keep(table.match(paths[index % paths.count])?.value) }
            },
        ]
    )
}

/// Taking a URL apart and finding its route against parsing it with Foundation.
func canOpening() throws -> Benchmark {
    let text = "shop://product/42/reviews?ref=mail&page=2"
    let router = Router(origins: ["shop://", "https://shop.example"])
    try router.register { $0.on("/product/:id/reviews") { _ in } }
    return Benchmark(
        "a URL",
        [
            .init("URL(string:)") { times in for _ in 0..<times { keep(URL(string: text)) } },
            .init("Router.canOpen") { times in for _ in 0..<times { keep(router.canOpen(text)) } },
        ]
    )
}

/// Every run sees the same order.

private struct Xorshift: RandomNumberGenerator {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
