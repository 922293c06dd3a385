import Routing
import Testing

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
