import Harness
@_spi(Internal) import Hummingbird
import Workloads

/// Other routers finding the routes of the same paths, whose values none has seen before.
///
/// Each router gets the path in the form that it needs, so that none pays for the form of another.
func otherRouters(among work: Paths) -> [Benchmark.Case] {
    let paths = work.shuffled
    let trie = RouterPathTrieBuilder<Int>()
    for (number, pattern) in work.patterns.enumerated() { trie.addEntry(RouterPath(pattern), value: number) }
    let hummingbird = trie.build()
    let flyingFox = FlyingFoxRoutes(work.patterns)
    let requests = paths.map(FlyingFoxRoutes.request)
    for (number, path) in zip(work.order, paths).prefix(1_000) {
        let answer = hummingbird.resolve(path)?.value
        precondition(answer == number, "\(path): \(answer.map(String.init) ?? "nothing") instead of \(number)")
    }
    return [
        .init("Hummingbird, RouterTrie") { times in
            for index in 0..<times { keep(hummingbird.resolve(paths[index & 8_191])) }
        },
        .init(
            "FlyingFox, HTTPRoute ~= one by one",
            awaiting: { times in
                for index in 0..<times { keep(await flyingFox.first(taking: requests[index & 8_191])) }
            }),
    ]
}

/// The bytes that a route keeps in use.
func keepingRoutes(of work: Paths) -> Benchmark.Case {
    let patterns = work.patterns
    return .init(keeping: "Hummingbird, RouterTrie", parts: patterns.count) { times in
        (0..<times).map { _ in
            let trie = RouterPathTrieBuilder<Int>()
            for (number, pattern) in patterns.enumerated() { trie.addEntry(RouterPath(pattern), value: number) }
            return trie.build()
        }
    }
}
