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

/// Targets that a handler names from a value of the URL, where only a path was opened.
struct RedirectTargetTests {
    private static func outcome(next: String) async throws -> RouteOutcome {
        let router = Router()
        try router.register { $0.on("/login") { match in .redirect(to: match["next"] ?? "") } }
        let value = next.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return await router.open(path: "/login?next=" + value, following: .none)
    }

    @Test(arguments: [
        "/\\evil.example", "/\\/evil.example", "/\\\\evil.example", "//evil.example", "///evil.example",
        "/\t/evil.example",
        "/\n/evil.example", "/\r\\evil.example", "\\\\evil.example", "\\/evil.example", "\t//evil.example",
        " //evil.example", " https://evil.example", "\u{1}https://evil.example", "evil.example", "", "?a", "#a",
        "/a\\b", "/a\u{0}b", "https:\\\\evil.example", "ht\ttps://evil.example", "https:/\\evil.example",
    ])
    func aPlaceThatABrowserReadsAsAnotherHostIsRefused(next: String) async throws {
        let outcome = try await Self.outcome(next: next)
        guard case .failed(let error) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error is RouteURLError)
    }

    @Test(arguments: [
        "/", "/a", "/a/b?c=//d#e", "/a//b", "/a/\u{E9}", "/a?b=\\c", "https://shop.example/a", "shop://a/b",
    ])
    func aPathOrAWholeURLIsTaken(next: String) async throws {
        let outcome = try await Self.outcome(next: next)
        guard case .redirected(let target) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(target == next)
    }

    @Test(arguments: ["https://shop.example/login", "http://shop.example/login", "ws://shop.example/login"])
    func aPlaceOfAWholeURLStaysAtItsHost(url: String) async throws {
        let router = Router(origins: ["https://shop.example", "http://shop.example", "ws://shop.example"])
        try router.register { $0.on("/login") { match in .redirect(to: match["next"] ?? "") } }
        for next in ["/%5Cevil.example", "/%09/evil.example", "%5C/evil.example", "evil.example"] {
            let outcome = await router.open(url + "?next=" + next, following: .none)
            if case .redirected(let target) = outcome.result { Issue.record("\(target)") }
        }
        let outcome = await router.open(url + "?next=//evil.example", following: .none)
        guard case .redirected(let target) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try URLText(target).host == "shop.example")
    }
}

/// Redirects to values of typed routes.
struct TypedRedirectTests {
    struct SignIn: TypedRoute, Equatable {
        static let pattern = "/sign-in/:step:Int"
        let step: Int
        var then: String?
    }

    struct Plain: TypedRoute { static let pattern = "/plain" }

    struct Far: TypedRoute {
        static let pattern = "/far/:id"
        let id: Int
    }

    struct Site: TypedRoute {
        static let pattern = "//help.example/:topic"
        let topic: String
    }

    struct Unknown: TypedRoute { static let pattern = "/unknown" }

    let log = Recorder<String>()

    func makeRouter() throws -> Router {
        let fallback = Router(origins: ["web://far.example/base"])
        try fallback.register { $0.on(Far.self) { route, match in log.add("far \(route.id) at \(match.url)") } }
        let router = Router(origins: ["shop://", "web://"], fallback: fallback)
        let parks = Guard("parks") { match in .park(redirect: SignIn(step: 1, then: match.url)) }
        let redirects = Guard("redirects") { _ in .redirect(to: SignIn(step: 2)) }
        try router.mount("/account") {
            $0.on(SignIn.self) { route, match in log.add("\(route.step) then \(route.then ?? "-") at \(match.url)") }
        }
        try router.register {
            $0.on("/parked", guards: [parks]) { _ in }
            $0.on("/redirected", guards: [redirects]) { _ in }
            $0.on("/replied") { _ in .redirect(to: SignIn(step: 3, then: "a/b?c")) }
            $0.on("/replied-later") { _ async in .redirect(to: SignIn(step: 4)) }
            $0.on("/thrown") { match in
                guard match.url.isEmpty else { throw RouteReply.redirect(to: SignIn(step: 5)) }
                return 1
            }
            $0.on("/far-away") { _ in .redirect(to: Far(id: 7)) }
            $0.on("/nowhere") { _ in .redirect(to: Unknown()) }
            $0.on("/parked-nowhere", guards: [Guard("g") { _ in .park(redirect: Unknown()) }]) { _ in }
            $0.on("/unwritable", guards: [Guard("g") { _ in .redirect(to: Site(topic: "x")) }]) { _ in }
        }
        return router
    }

    @Test(arguments: [
        (
            "shop://parked", "parked shop://parked",
            "1 then shop://parked at shop://account/sign-in/1?then=shop://parked"
        ),
        ("shop://redirected", "handled", "2 then - at shop://account/sign-in/2"),
        ("shop://replied", "handled", "3 then a/b?c at shop://account/sign-in/3?then=a/b?c"),
        ("shop://replied-later", "handled", "4 then - at shop://account/sign-in/4"),
        ("shop://thrown", "handled", "5 then - at shop://account/sign-in/5"),
        ("shop://far-away", "handled", "far 7 at web://far.example/base/far/7"),
        ("/redirected", "handled", "2 then - at /account/sign-in/2"),
    ])
    func aValueOfARouteIsATarget(url: String, summary: String, entry: String) async throws {
        let router = try makeRouter()
        let outcome = await url.hasPrefix("/") ? router.open(path: url) : router.open(url)
        #expect(outcome.summary == summary)
        #expect(log.all == [entry])
    }

    @Test(arguments: ["shop://nowhere", "shop://parked-nowhere", "shop://unwritable"])
    func aValueOfARouteThatIsNotRegisteredFails(url: String) async throws {
        let router = try makeRouter()
        guard case .failed(let error as RouteURLError) = await router.open(url).result else {
            Issue.record("\(await router.open(url))")
            return
        }
        #expect("\(error)".contains("is not registered with this router"))
    }

    @Test
    func aRedirectThatIsNotFollowedIsReportedAsText() async throws {
        let router = try makeRouter()
        let outcome = await router.open("shop://redirected", following: .none)
        #expect(outcome.summary == "redirected shop://account/sign-in/2")
    }

    @Test
    func decisionsAreEqualIfTheirTargetsAre() {
        typealias Decision = Guard.Decision
        #expect(Decision.redirect(to: "/a") == .redirect(to: "/a"))
        #expect(Decision.redirect(to: "/a") != .redirect(to: "/b"))
        #expect(Decision.redirect(to: SignIn(step: 1)) == .redirect(to: SignIn(step: 1)))
        #expect(Decision.redirect(to: SignIn(step: 1)) != .redirect(to: SignIn(step: 2)))
        #expect(Decision.redirect(to: SignIn(step: 1)) != .redirect(to: "/sign-in/1"))
        #expect(Decision.redirect(to: Plain()) != .redirect(to: Plain()))
        #expect(Decision.park() == .park() && Decision.park() != .park(redirect: "/a") && Decision.park() != .proceed)
        #expect(Decision.park(redirect: "/a") == .park(redirect: "/a") && Decision.refuse("a") != .refuse("b"))
    }
}
