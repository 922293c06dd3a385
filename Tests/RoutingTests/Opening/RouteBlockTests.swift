import Routing
import Testing

/// Functions that are asked before an opening leaves what is shown.
struct RouteBlockTests {
    let log = Recorder<String>()

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    actor Form {
        let log: Recorder<String>
        var isDirty = true

        init(_ log: Recorder<String>) { self.log = log }

        func clean() { isDirty = false }

        func mayLeave() -> Bool {
            log.add("asked")
            return !isDirty
        }

        func show(at router: Router) {
            router.block(by: self) { form, url in await form.mayLeave() }
        }

        func showAtOnce(at router: Router) {
            router.block(by: self) { form, url in self.mayLeave() }
        }
    }

    func makeRouter(_ trace: Trace = Trace()) throws -> Router {
        let fallback = Router(origins: ["shop://"])
        try fallback.register { $0.on("/far") { _ in log.add("far") } }
        let router = Router(name: "shop", origins: ["shop://"], fallback: fallback, trace: trace)
        let asked = Guard("guard") { _ in
            log.add("guard")
            return .proceed
        }
        try router.register {
            $0.on("/cart", guards: [asked]) { _ in log.add("cart") }
            $0.redirect("/basket", to: "/cart")
            $0.on("/outer") { _ in await router.open("shop://cart").isHandled }
        }
        return router
    }

    @Test
    func aBlockKeepsAnOpeningFromLeavingUntilItsOwnerAllowsIt() async throws {
        let router = try makeRouter()
        let form = Form(log)
        await form.show(at: router)
        let outcome = await router.open("shop://cart")
        guard case .blocked(let location) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(location == router.blocks.first?.location)
        #expect("\(outcome)".hasPrefix("blocked by RoutingTests/RouteBlockTests.swift:"))
        #expect(log.all == ["asked"] && outcome.route == nil)
        await form.clean()
        #expect(await router.open("shop://cart").isHandled)
        #expect(log.all == ["asked", "asked", "guard", "cart"])
    }

    @Test(arguments: ["shop://cart", "shop://basket", "shop://far", "shop://outer"])
    func aBlockIsAskedOnceForAnOpening(url: String) async throws {
        let router = try makeRouter()
        let form = Form(log)
        await form.clean()
        await form.show(at: router)
        #expect(await router.open(url).isHandled)
        #expect(log.all.filter { $0 == "asked" }.count == 1 && log.all.first == "asked")
    }

    @Test(arguments: ["shop://nowhere", "no url"])
    func anOpeningThatLeadsNowhereAsksNoBlock(url: String) async throws {
        let router = try makeRouter()
        let form = Form(log)
        await form.show(at: router)
        #expect(await ["not found", "invalid no scheme"].contains(router.open(url).summary))
        #expect(log.all.isEmpty)
    }

    @Test
    func theBlocksOfAFallbackAreAskedAfterThoseOfTheRouter() async throws {
        let router = try makeRouter()
        let first = router.fallback?.block { _ in
            log.add("fallback")
            return true
        }
        let second = router.block { url in
            log.add(url)
            return true
        }
        #expect(await router.open("shop://basket").isHandled)
        #expect(log.all == ["shop://basket", "fallback", "guard", "cart"])
        withExtendedLifetime((first, second)) {}
    }

    @Test
    func theFirstBlockThatRefusesDecides() async throws {
        let router = try makeRouter()
        let allows = router.block { _ in
            log.add("allows")
            return true
        }
        let refuses = router.block { _ async in
            log.add("refuses")
            return false
        }
        let never = router.block { _ in
            log.add("never")
            return false
        }
        let outcome = await router.open("shop://cart")
        guard case .blocked(let location) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(location == refuses.location && log.all == ["allows", "refuses"])
        #expect(router.blocks.map(\.location) == [allows.location, refuses.location, never.location])
        refuses.cancel()
        never.cancel()
        #expect(await router.open("shop://cart").isHandled)
        #expect(router.blocks.map(\.location) == [allows.location])
    }

    @Test
    func aBlockEndsWithItsTokenOrItsOwner() async throws {
        let router = try makeRouter()
        var form: Form? = Form(log)
        await form?.show(at: router)
        var token: Registration? = router.block { _ in false }
        #expect(router.blocks.map(\.owner) == ["Form", nil])
        #expect(await router.open("shop://cart").summary == "blocked")
        form = nil
        token = nil
        #expect(token == nil && form == nil && router.blocks.isEmpty)
        #expect(await router.open("shop://cart").isHandled)
    }

    @Test
    func cancellingByAnOwnerEndsItsBlocksAlone() async throws {
        let router = try makeRouter()
        let one = Form(log)
        let other = Form(log)
        await one.show(at: router)
        await one.show(at: router)
        await other.show(at: router)
        router.cancel(by: one)
        #expect(router.blocks.count == 1)
        #expect(await router.open("shop://cart").summary == "blocked")
        router.cancel(by: other)
        #expect(await router.open("shop://cart").isHandled)
    }

    @Test
    func aSynchronousOpeningAsksSynchronousBlocksAlone() async throws {
        let router = try makeRouter()
        try router.register { $0.on("/plain") { _ in log.add("plain") } }
        let atOnce = router.block { url in
            log.add("at once")
            return url != "shop://plain?no"
        }
        #expect(Self.openAtOnce("shop://plain", router).isHandled)
        #expect(Self.openAtOnce("shop://plain?no", router).summary == "blocked")
        let later = router.block { _ async in true }
        #expect(Self.openAtOnce("shop://plain", router).summary == "needs await")
        later.cancel()
        let form = Form(log)
        await form.showAtOnce(at: router)
        #expect(Self.openAtOnce("shop://plain", router).summary == "needs await")
        #expect(log.all == ["at once", "plain", "at once", "at once", "at once"])
        withExtendedLifetime(atOnce) {}
    }

    @Test
    func aBlockMayOpenAQuestion() async throws {
        let router = try makeRouter()
        try router.register { $0.on("/question") { _ in true } }
        let block = router.block { _ in
            log.add("asked")
            return await router.open("shop://question").value(as: Bool.self) ?? false
        }
        #expect(await router.open("shop://cart").isHandled)
        #expect(log.all == ["asked", "guard", "cart"])
        withExtendedLifetime(block) {}
    }

    @Test
    func theTraceAndTheExplanationNameTheBlock() async throws {
        let trace = Trace(now: { .zero })
        let router = try makeRouter(trace)
        let form = Form(log)
        await form.show(at: router)
        let location = try #require(router.blocks.first).location
        trace.start()
        await router.open("shop://cart")
        #expect(trace.events.map(\.kind) == [.route, .guard])
        #expect(trace.events.first?.outcome == .refused("blocked by \(location)"))
        #expect(trace.events.last?.subject == "block by Form" && trace.events.last?.receiver == location)
        #expect(trace.events.last?.outcome == .refused("it does not let the opening leave"))
        let explanation = router.explain("shop://cart")
        #expect(explanation.blocks == [location])
        #expect("\(explanation)".hasSuffix("The block at \(location) is asked before."))
        #expect(router.explain("shop://nowhere").blocks.isEmpty)
    }

    @Test
    func releasingAnOwnerInsideTheLockIsSafe() throws {
        final class Owner: Sendable {
            let router: Router

            init(_ router: Router) { self.router = router }

            deinit { _ = router.blocks }
        }
        let router = try makeRouter()
        func show() {
            let owner = Owner(router)
            router.block(by: owner) { _, _ in true }
        }
        show()
        let token = { router.block { [owner = Owner(router)] _ in owner.router.blocks.isEmpty } }()
        token.cancel()
        #expect(router.blocks.isEmpty)
    }
}
