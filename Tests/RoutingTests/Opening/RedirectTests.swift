import Routing
import Testing

/// The target of a guard's redirect, and the URL that waits behind it.
struct RedirectTests {
    @Test
    func resumingARedirectStillKnowsWhatItStoodInFor() async throws {
        let router = Router()
        let seen = Recorder<ParkedNavigation?>()
        let keys = Recorder<Int>()
        let closed = Guard("closed") { _ in .park(redirect: "/b") }
        let locked = Guard("locked") { _ in keys.all.isEmpty ? .park(redirect: "/c") : .proceed }
        try router.register {
            $0.mount("/a", guards: [closed]) { $0.on("/") { _ in } }
            $0.mount("/b", guards: [locked]) { $0.on("/") { match in seen.add(match.parked) } }
            $0.on("/c") { match in seen.add(match.parked) }
        }
        await router.open("x:/a")
        keys.add(1)
        let parked = try #require(seen.all[0])
        #expect(await router.resume(parked).isHandled)
        #expect(seen.all.last??.url == "x:/a")
    }

    @Test(arguments: [(8, "parked"), (9, "failed")])
    func eightRedirectsAreFollowed(count: Int, expected: String) async throws {
        let router = Router()
        try router.register {
            for number in 0..<count {
                let next = Guard("next") { _ in .park(redirect: "/p\(number + 1)") }
                $0.mount("/p\(number)", guards: [next]) { $0.on("/") { _ in } }
            }
            $0.on("/p\(count)") { _ in }
        }
        #expect(await router.open("x:/p0").summary.hasPrefix(expected))
    }

    @Test
    func aRefusedRedirectIsAFailure() async throws {
        let router = Router()
        try router.register(guards: [Guard("g") { _ in .park(redirect: "/b") }]) { $0.on("/a") { _ in } }
        try router.register(guards: [Guard("h") { _ in .refuse("no") }]) { $0.on("/b") { _ in } }
        #expect(await router.open("x:/a").summary.hasPrefix("failed The guard “g”"))
    }

    @Test(
        arguments: [
            (["https://s.example/app/"], "https://s.example/app/a", "https://s.example/app/b"),
            (["https://s.example/app"], "https://s.example/app/a", "https://s.example/app/b"),
            (["https://s.example/"], "https://s.example/a", "https://s.example/b"),
            (["https://s.example//"], "https://s.example//a", "https://s.example//b"),
            (["shop://", "https://s.example"], "https://s.example/a", "https://s.example/b"),
            (["shop://"], "shop://a", "shop://b"), (["shop:///"], "shop://a", "shop://b"),
            (["shop:///app/"], "shop://app/a", "shop:///app/b"), (["shop:"], "shop:a", "shop:/b"),
            (["shop:/"], "shop:/a", "shop:/b"),
        ] as [([String], String, String)])
    func aRedirectStaysAtItsOrigin(origins: [String], url: String, target: String) async throws {
        let router = Router(origins: try origins.map { try Origin($0) })
        let seen = Recorder<String>()
        try router.register(guards: [Guard("g") { _ in .park(redirect: "/b") }]) { $0.on("/a") { _ in } }
        try router.register { $0.on("/b") { match in seen.add(match.url) } }
        await router.open(url)
        #expect(seen.all == [target])
    }
}

/// Redirects that lead in a cycle, or too far.
struct RedirectCycleTests {
    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    @Test(
        arguments: [
            (["/a": "/a"], "x:/a", true), (["/a": "/b", "/b": "/a"], "x:/a", true),
            (["/p/:id": "/p/42"], "x:/p/1", true), (["/a/*rest": "/a/b/*rest"], "x:/a", true),
            (["/a": "/b", "/b": "/c", "/c": "/b"], "x:/a", true), (["/:a/:b": "/:b/:a"], "x:/1/2", true),
            (["/a": "y:/a"], "x:/a", true), (["/a": "/b/", "/:b": "/a"], "x:/a", true), (["/a": "/%61"], "x:/a", true),
            (["/a/:x:Int": "/a/7"], "x:/a/1", true), (["/a?ref": "/a"], "x:/a?ref=1", true),
            (["/p/:id": "/q/:id", "/q/:id": "/r/:id"], "x:/p/1", false), (["/p/:id": "/p/:id/x"], "x:/p/1", false),
        ] as [([String: String], String, Bool)])
    func aCircleFailsAndTheOutcomeHasTheWay(redirects: [String: String], url: String, isCircle: Bool) async throws {
        let router = Router()
        try router.register { routes in
            for (source, target) in redirects { routes.redirect(source, to: target) }
        }
        for outcome in [await router.open(url), Self.openAtOnce(url, router)] {
            let error: RedirectError? =
                if case .failed(let error as RedirectError) = outcome.result { error } else { nil }
            #expect((error?.description.contains("too many redirects") == true) == isCircle && error?.parked == nil)
            #expect(outcome.redirects.count == (isCircle ? 8 : redirects.count))
        }
        #expect(router.canOpen(url))
    }

    @Test
    func aCircleOfARedirectAndAHandlerIsStopped() async throws {
        let router = Router()
        try router.register {
            $0.on("/a") { _ in .redirect(to: "/b") }
            $0.redirect("/b", to: "/a")
        }
        guard case .failed(let error as RedirectError) = await router.open("x:/a").result else {
            Issue.record()
            return
        }
        #expect(error.reason == .tooManyHops)
        #expect(error.description == "A route redirected to “/b”, after too many redirects.")
    }

    @Test(arguments: [(8, true), (9, false)])
    func aChainOfMoreThanEightIsNotFollowed(count: Int, isFollowed: Bool) async throws {
        let router = Router()
        try router.register { routes in
            for number in 0..<count { routes.redirect("/\(number)", to: "/\(number + 1)") }
            routes.on("/\(count)") { _ in }
        }
        #expect(await router.open("x:/0").isHandled == isFollowed)
    }
}
