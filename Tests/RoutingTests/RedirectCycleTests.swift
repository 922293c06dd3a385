import Routing
import Testing

/// Redirects that lead in a circle, or too far.
struct RedirectCycleTests {
    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.open(url) }

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
            #expect((error?.reason == .tooManyHops) == isCircle && error?.parked == nil)
            #expect(outcome.redirects.count == (isCircle ? 8 : redirects.count))
        }
        #expect(!router.canOpen(url))
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
