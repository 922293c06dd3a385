import Testing

@testable import Routing

/// Handlers and guards that use the router that asks them.
struct RouterReentryTests {
    let router = Router(origins: ["shop://"])
    let log = Recorder<String>()

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    @Test
    func aHandlerMayRemoveItsOwnRoute() async throws {
        try router.register {
            $0.on("/a", priority: 1) { match in
                #expect(router.remove { $0 == match.route } == 1)
                return .declined
            }
            $0.on("/a", overriding: true) { _ in log.add("second") }
        }
        #expect(await router.open("shop://a").isHandled)
        #expect(await router.open("shop://a").isHandled)
        #expect(log.all == ["second", "second"] && router.routes.count == 1)
    }

    @Test
    func aRouteThatIsRemovedMeanwhileIsStillAsked() async throws {
        try router.register {
            $0.on("/a", priority: 1) { _ in
                #expect(router.remove { $0.pattern.text == "/a" } == 2)
                return .declined
            }
            $0.on("/a", overriding: true) { _ in log.add("removed") }
        }
        #expect(await router.open("shop://a").isHandled)
        #expect(await router.open("shop://a").summary == "not found")
        #expect(log.all == ["removed"])
    }

    @Test
    func routesThatAHandlerRegistersCountFromTheNextOpening() async throws {
        try router.register {
            $0.on("/a") { _ in
                try router.register { $0.on("/a", priority: 1, overriding: true) { _ in log.add("new") } }
                return .declined
            }
        }
        #expect(await router.open("shop://a").summary == "declined")
        #expect(Self.openAtOnce("shop://a", router).isHandled)
        #expect(log.all == ["new"])
    }

    @Test
    func aGuardMayLoadTheModuleThatItRedirectsTo() async throws {
        let lazy = Guard("lazy") { match in
            _ = try? router.mount("/module") { $0.on("/:page") { match in log.add(match["page"] ?? "") } }
            return .redirect(to: "/module/\(match["page"] ?? "")")
        }
        try router.register(guards: [lazy]) { $0.on("/start/:page") { _ in } }
        #expect(await router.open("shop://start/1").isHandled)
        #expect(await router.open("shop://start/2").isHandled)
        #expect(log.all == ["1", "2"])
    }

    @Test
    func theUnmatchedHandlerMayRegisterTheMissingRoute() async throws {
        router.onUnmatched { [router, log] miss in
            _ = try? router.register { $0.on("/late") { _ in log.add(miss.url) } }
        }
        #expect(await router.open("shop://late").summary == "not found")
        #expect(await router.open("shop://late").isHandled)
        #expect(log.all == ["shop://late"])
    }

    @Test
    func aHandlerMayOpenOtherPlaces() async throws {
        try router.register {
            $0.on("/inner/:n") { match in try match["n", as: Int.self] }
            $0.on("/outer") { _ in await router.open("shop://inner/1").value(as: Int.self) }
            $0.on("/outer-at-once") { _ in Self.openAtOnce("shop://inner/2", router).value(as: Int.self) }
        }
        #expect(await router.open("shop://outer").value(as: Int.self) == 1)
        #expect(Self.openAtOnce("shop://outer-at-once", router).value(as: Int.self) == 2)
    }

    /// Several routers that send a URL around and around.
    @Test(arguments: [1, 2, 5])
    func redirectsInACircleThroughSeveralRoutersEnd(length: Int) async throws {
        var routers: [Router] = []
        for _ in 0..<length { routers.append(Router(host: .path, fallback: routers.last)) }
        for (number, router) in routers.enumerated() {
            try router.register {
                $0.on("/r\(number)/:id") { match in
                    .redirect(to: "x://r\((number + 1) % length)/\(match["id"] ?? "")")
                }
            }
        }
        let head = try #require(routers.last)
        let outcome = await head.open("x://r0/7")
        guard case .failed(let error as RedirectError) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.reason == .tooManyHops && outcome.redirects.count == 8)
        #expect(Self.openAtOnce("x://r0/7", head).summary == "failed \(error)")
    }
}
