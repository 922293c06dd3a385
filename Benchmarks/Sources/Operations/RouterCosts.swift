import Harness
import Routing
import Workloads

/// What a router does with one URL.
func opening() throws -> Benchmark {
    let router = Router(origins: ["shop://"])
    try router.register {
        $0.on("/product/:id") { match in keep(match["id"]) }
        $0.redirect("/p/:id", to: "/product/:id")
        $0.on(Order.self) { _, _ in }
    }
    precondition(router.openNow("shop://p/42").isHandled)
    return Benchmark(
        "a URL in a router",
        [
            .init("canOpen") { times in for _ in 0..<times { keep(router.canOpen("shop://product/42")) } },
            .ours("open") { times in for _ in 0..<times { router.openNow("shop://product/42") } },
            .ours("await open", awaiting: { times in for _ in 0..<times { await router.open("shop://product/42") } }),
            .ours("open, through a redirect") { times in for _ in 0..<times { router.openNow("shop://p/42") } },
            .ours("url(for:with:)") { times in
                for _ in 0..<times { keep(try? router.url(for: "/product/:id", with: ["id": "42"])) }
            },
            .ours("url(for:)") { times in for _ in 0..<times { keep(try? router.url(for: Order(id: 42))) } },
            .ours("explain") { times in for _ in 0..<times { keep(router.explain("shop://product")) } },
        ]
    )
}

/// A route as a type.
private struct Order: TypedRoute {
    static let pattern = "/order/:id"
    let id: Int
}

/// Routes registered one after the other.
func registeringOneByOne() -> Benchmark {
    func registering(_ count: Int, _ targets: [Benchmark.Target] = []) -> Benchmark.Case {
        let patterns = Paths.flat(count).patterns
        return .ours("\(count) in all", targets, parts: count) { times in
            for _ in 0..<times {
                let router = Router()
                for pattern in patterns { _ = try? router.register { $0.on(pattern) { _ in } } }
                keep(router)
            }
        }
    }
    return Benchmark(
        "a route registered for itself", [registering(300), registering(3_000, [.atMost(1.5, of: "300 in all")])])
}
