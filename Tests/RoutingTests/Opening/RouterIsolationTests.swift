import Routing
import Testing

struct RouterIsolationTests {
    actor Counter {
        var count = 0

        func register(with router: Router) throws {
            try router.register {
                $0.on("/count") { _ in self.count += 1 }
                $0.on("/count-later") { _ in
                    await Task.yield()
                    self.count += 1
                }
            }
        }

        func openAtOnce(_ url: String, _ router: Router) -> String { router.openNow(url).summary }
    }

    static func openAtOnce(_ url: String, _ router: Router) -> String { router.openNow(url).summary }

    @Test
    func anActorsHandlerRunsOnTheActor() async throws {
        let router = Router()
        let counter = Counter()
        try await counter.register(with: router)
        #expect(await router.open("x:/count").isHandled)
        #expect(await router.open("x:/count-later").isHandled)
        #expect(await counter.openAtOnce("x:/count", router) == "handled")
        #expect(await counter.openAtOnce("x:/count-later", router) == "needs await")
        #expect(Self.openAtOnce("x:/count", router) == "needs await")
        #expect(await Counter().openAtOnce("x:/count", router) == "needs await")
        #expect(await counter.count == 3)
    }

    @Test(arguments: [
        ("x:/plain", "handled"), ("x:/declined", "declined"), ("x:/async", "needs await"),
        ("x:/guarded", "needs await"), ("x:/no/where", "not found"), ("x:/behind", "needs await"),
        ("x:/throws", "failed CancellationError()"), ("nothing", "invalid no scheme"),
    ])
    func aCallerThatCannotWaitIsAnsweredAtOnce(url: String, expected: String) throws {
        let router = Router()
        try router.register {
            $0.on("/plain") { _ in }
            $0.on("/declined", "/behind") { _ in .declined }
            $0.on("/async") { _ in await Task.yield() }
            $0.on("/throws") { _ in throw CancellationError() }
            $0.on("/:late", priority: -1) { match in
                guard match["late"] == "behind" else { return .declined }
                Issue.record("ran")
                return .handled
            }
        }
        try router.register(guards: [Guard("g") { _ in .proceed }]) { $0.on("/guarded") { _ in Issue.record("ran") } }
        try router.register { $0.on("/behind", priority: 0, overriding: true) { _ in await Task.yield() } }
        #expect(Self.openAtOnce(url, router) == expected)
    }

    @Test
    func theUnmatchedHandlerKeepsItsIsolation() async {
        let router = Router()
        await MainActor.run { router.onUnmatched { @MainActor _ in MainActor.assertIsolated() } }
        #expect(Self.openAtOnce("x:/a", router) == "needs await")
        #expect(await router.open("x:/a").summary == "not found")
        #expect(await MainActor.run { router.openNow("x:/a").summary } == "not found")
    }
}
