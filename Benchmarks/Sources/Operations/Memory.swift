import Dispatchers
import Foundation
import Harness
import Routing
import Workloads

/// The bytes of the heap that an observer keeps in use: those of its closure and its token among them, and eight for
/// the array in which the test keeps that.
func keepingObservers() -> Benchmark {
    let names = Notification.Name("number")
    return Benchmark(
        "memory of an observer",
        measuring: .memory,
        [
            .init(keeping: "NotificationCenter") { times in
                let center = NotificationCenter()
                let tokens = (0..<times).map { number in
                    center.addObserver(forName: names, object: nil, queue: nil) { _ in keep(number) }
                }
                return (center, tokens)
            },
            .ours(keeping: "MessageCenter, token", .atMost(bytes: 200)) { times in
                let center = MessageCenter()
                return (center, (0..<times).map { number in center.observe(Int.self) { _ in keep(number) } })
            },
            .ours(keeping: "MessageCenter, owner and all") { times in
                let center = MessageCenter()
                let owners = (0..<times).map { _ in Sink() }
                for owner in owners { center.observe(Int.self, by: owner) { $0.take($1) } }
                return (center, owners)
            },
            .ours(keeping: "MessageCenter, asynchronous handler") { times in
                let center = MessageCenter()
                return (center, (0..<times).map { number in center.observe(Int.self) { _ async in keep(number) } })
            },
            .ours(keeping: "ObserverCenter, token") { times in
                let center = ObserverCenter()
                return (center, (0..<times).map { number in center.observe(.measured) { _ in keep(number) } })
            },
        ]
    )
}

extension StateKeys {
    fileprivate static let measured = StateKey("measured", default: 0)
}

/// The bytes of the heap that a route keeps in use: those of its pattern among them, where it says so.
func keepingRoutes() throws -> [Benchmark] {
    [
        try keepingRoutes("GitHub", .github), try keepingRoutes("flat", .flat(1_000)),
        try keepingRoutes("grouped", .grouped(1_000)),
    ]
}

private func keepingRoutes(_ name: String, _ work: Paths) throws -> Benchmark {
    let texts = work.patterns
    let patterns = try texts.map { try RoutePattern($0) }
    return Benchmark(
        "memory of a route, \(name)",
        measuring: .memory,
        [
            .init(keeping: "Dictionary, whole paths", parts: texts.count) { times in
                (0..<times).map { _ in
                    Dictionary(uniqueKeysWithValues: texts.enumerated().map { (copy(of: $1), $0) })
                }
            },
            .ours(keeping: "RouteTable, with patterns", .atMost(bytes: 300, stretch: 200), parts: texts.count) {
                times in
                (0..<times).map { _ in
                    try? RouteTable(texts.map { .init(pattern: try RoutePattern(copy(of: $0)), value: 0) })
                }
            },
            .ours(keeping: "RouteTable, of patterns that others keep", parts: texts.count) { times in
                (0..<times).map { _ in RouteTable(patterns.map { .init(pattern: $0, value: 0) }) }
            },
            .ours(keeping: "Router, with handlers", parts: texts.count) { times in
                (0..<times).map { _ in
                    let router = Router()
                    _ = try? router.register {
                        for text in texts { $0.on(copy(of: text)) { match in keep(match.url) } }
                    }
                    return router
                }
            },
        ]
    )
}

/// A text with memory of its own.
private func copy(of text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }
