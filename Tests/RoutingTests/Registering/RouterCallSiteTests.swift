import Foundation
import Routing
import Testing

/// The calls of the documentation, as an app writes them.
///
/// That they compile is half of the test.
struct RouterCallSiteTests {
    @MainActor
    final class Screen {
        var shown: [Int] = []
        var log: [String] = []

        func show(_ id: Int) { shown.append(id) }

        func register(with router: Router) throws {
            try router.register {
                $0.on("/product/:id") { match in self.show(try match["id", as: Int.self]) }
                $0.on("/later/:id") { match in
                    await Task.yield()
                    self.show(try match["id", as: Int.self])
                }
                $0.on("/declined", priority: 2) { _ in .declined }
                $0.on("/later-declined") { _ in
                    await Task.yield()
                    return .declined
                }
            }
            router.onUnmatched { miss in self.log.append(miss.url) }
        }

        func application(_ router: Router, open url: URL) -> Bool { router.openNow(url).isHandled }
    }

    @Test @MainActor
    func aMainActorScreenRegistersAndOpensWithoutAnnotations() async throws {
        let router = Router(origins: ["shop://", "https://shop.example"])
        let screen = Screen()
        try screen.register(with: router)
        let url = try #require(URL(string: "shop://product/42"))
        #expect(screen.application(router, open: url))
        #expect(router.canOpen(url))
        let outcome = await router.open("https://shop.example/later/43", extras: ["source": "push"])
        #expect(outcome.isHandled)
        await router.open("shop://nowhere")
        #expect(screen.shown == [42, 43])
        #expect(screen.log == ["shop://nowhere"])
    }

    @Test
    func openingsAreAwaitedAtOnceAndInGroups() async throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on("/product/:id") { match in try match["id", as: Int.self] } }
        async let first = router.open("shop://product/1")
        async let second = router.open(path: "/product/2")
        let values = await [first, second].map { $0.value(as: Int.self) }
        #expect(values == [1, 2])
    }

    @Test
    func aNonisolatedCallerReachesTheScreenByWaiting() async throws {
        let router = Router(origins: ["shop://"])
        let screen = await MainActor.run { Screen() }
        try await screen.register(with: router)
        let atOnce = Self.openAtOnce("shop://product/1", router)
        guard case .needsAwait = atOnce.result else {
            Issue.record("\(atOnce)")
            return
        }
        #expect(await screen.shown.isEmpty)
        await router.open("shop://product/2")
        #expect(await screen.shown == [2])
    }

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }
}
