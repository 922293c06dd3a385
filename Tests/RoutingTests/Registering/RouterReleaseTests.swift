import Routing
import Testing

/// The objects that a router retains, and their release.
struct RouterReleaseTests {
    final class Witness: Sendable {}

    /// Sees an object without keeping it.
    struct Sight {
        weak var witness: Witness?
    }

    typealias Registering = @Sendable (inout RouteBuilder, Witness) -> Void

    static let ways: [(String, Registering)] = [
        ("a handler", { routes, witness in routes.on("/a") { _ in _ = witness } }),
        ("an asynchronous handler", { routes, witness in routes.on("/a") { _ in await keep(witness) } }),
        (
            "a guard",
            { routes, witness in
                routes.mount("", guards: [Guard("g") { _ in seen(witness) ? .proceed : .park() }]) {
                    $0.on("/a") { _ in }
                }
            }
        ),
        ("a redirect", { routes, witness in routes.on("/a") { _ in seen(witness) ? .redirect(to: "/b") : .declined } }),
    ]

    static func keep(_ witness: Witness) async {}

    static func seen(_ witness: Witness) -> Bool { true }

    /// Registers and opens; whatever is retained on the way is gone when this returns.
    private func register(_ way: Registering, with router: Router) async throws -> (Sight, RouteGroup) {
        let witness = Witness()
        let group = try router.register { way(&$0, witness) }
        await router.open("x:/a", payload: witness)
        return (Sight(witness: witness), group)
    }

    @Test(arguments: 0..<4, [true, false])
    func aRemovedRouteIsReleasedAtOnce(way: Int, isByGroup: Bool) async throws {
        let router = Router()
        let (sight, group) = try await register(Self.ways[way].1, with: router)
        #expect(sight.witness != nil, "\(Self.ways[way].0)")
        #expect((isByGroup ? router.remove(group) : router.remove { $0.pattern.text == "/a" }) == 1)
        #expect(sight.witness == nil, "\(Self.ways[way].0)")
    }

    @Test
    func theUnmatchedHandlerIsReleasedWhenItIsReplaced() {
        let router = Router()
        func listen() -> Sight {
            let witness = Witness()
            router.onUnmatched { _ in _ = witness }
            return Sight(witness: witness)
        }
        let sight = listen()
        #expect(sight.witness != nil)
        router.onUnmatched { _ in }
        #expect(sight.witness == nil)
    }

    @Test(arguments: ["x:/handled", "x:/declined", "x:/nowhere", "x:/throwing", "x:/refused", "x:/old", "no url"])
    func aPayloadIsReleasedWithTheOpening(url: String) async throws {
        let router = Router()
        try router.register {
            $0.on("/handled") { _ in }
            $0.on("/declined") { _ in .declined }
            $0.on("/throwing") { _ in throw CancellationError() }
            $0.mount("/refused", guards: [Guard("no") { _ in .refuse("no") }]) { $0.on("/") { _ in } }
            $0.redirect("/old", to: "/handled")
        }
        func open() async -> (Sight, RouteOutcome) {
            let witness = Witness()
            return (Sight(witness: witness), await router.open(url, payload: witness))
        }
        let (sight, outcome) = await open()
        #expect(sight.witness == nil, "\(outcome)")
    }

    @Test
    func aParkedNavigationKeepsThePayloadUntilItIsDropped() async throws {
        let router = Router(guards: [Guard("later") { _ in .park() }])
        try router.register { $0.on("/a") { _ in } }
        func open() async -> (Sight, RouteOutcome) {
            let witness = Witness()
            return (Sight(witness: witness), await router.open("x:/a", payload: witness))
        }
        var (sight, outcome): (Sight, RouteOutcome?) = await open()
        #expect(sight.witness != nil)
        #expect(outcome?.summary == "parked x:/a")
        outcome = nil
        #expect(sight.witness == nil)
    }

    @Test
    func aRouterIsReleasedWithItsRoutes() async throws {
        final class Holder: Sendable { let router = Router() }
        weak var router: Router?
        func use() async throws {
            let holder = Holder()
            router = holder.router
            try holder.router.mount("/m") { $0.on("/a") { _ in } }
            await holder.router.open("x:/m/a")
        }
        try await use()
        #expect(router == nil)
    }

    @Test
    func comingAndGoingLeavesTheTableAsItWas() throws {
        let router = Router()
        try router.register { $0.on("/stays/:id") { _ in } }
        let before = "\(router.table)"
        for round in 0..<200 {
            let group = try router.mount("/module") { $0.on("/\(round)/:id", "/*") { _ in } }
            #expect(router.canOpen("x:/module/\(round)/1"))
            #expect(router.remove(group) == 2)
        }
        #expect("\(router.table)" == before && router.routes.count == 1)
    }
}
