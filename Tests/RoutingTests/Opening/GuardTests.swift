import Foundation
import Routing
import Testing

struct GuardTests {
    @Test
    func guardsAreAskedFromTheOutermostGroupInwards() async throws {
        let log = Recorder<String>()
        let named = { (name: String) in
            Guard(name) { _ in
                log.add(name)
                return .proceed
            }
        }
        let router = Router(guards: [named("router")])
        try router.mount("/a", guards: [named("outer 1"), named("outer 2")]) {
            $0.mount("/b", guards: [named("inner")]) { $0.on("/c") { _ in log.add("handler") } }
        }
        #expect(await router.open("x:/a/b/c").isHandled)
        #expect(log.all == ["router", "outer 1", "outer 2", "inner", "handler"])
    }

    @Test
    func aGuardThatDoesNotLetPassEndsTheOpening() async throws {
        let router = Router()
        try router.register(guards: [Guard("no") { _ in .refuse("closed") }, Guard("never") { _ in fatalError() }]) {
            $0.on("/a") { _ in Issue.record("handled") }
        }
        try router.register { $0.on("/*") { _ in Issue.record("handled by another") } }
        #expect(await router.open("x:/a").summary == "refused closed")
    }

    @Test(arguments: [Router(origins: ["shop://", "https://shop.example"]), Router(), Router(host: .path)])
    func signingInResumesTheParkedNavigation(router: Router) async throws {
        let log = Recorder<String>()
        let session = Recorder<String>()
        let signedIn = Guard("signed in") { _ in session.all.isEmpty ? .park(redirect: "/sign-in") : .proceed }
        try router.mount("/orders", guards: [signedIn]) {
            $0.on("/:id") { match in log.add(match.url + (match["via"] ?? "")) }
        }
        try router.register { $0.on("/sign-in") { match in log.add("sign in for \(match.parked?.url ?? "nothing")") } }

        let url = router.canOpen("shop://orders/7") ? "shop://orders/7" : "shop:///orders/7"
        let outcome = await router.open(url, extras: ["via": "!"])
        guard case .parked(let parked) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(parked.guardName == "signed in")
        #expect(await router.resume(parked).summary == "parked \(url)")

        session.add("me")
        let stored = try JSONEncoder().encode(parked)
        let restored = try JSONDecoder().decode(ParkedNavigation.self, from: stored)
        #expect(restored == parked)
        #expect(await router.resume(restored).isHandled)
        #expect(log.all == ["sign in for \(url)", "sign in for \(url)", url])
    }

    @Test
    func aGuardThatParksItsOwnTargetIsStopped() async throws {
        let router = Router(guards: [Guard("everywhere") { _ in .park(redirect: "/sign-in") }])
        try router.register { $0.on("/a", "/sign-in") { _ in } }
        guard case .failed(let error as RedirectError) = await router.open("x:/a").result else {
            Issue.record()
            return
        }
        #expect("\(error)".contains("too many redirects"))
        #expect(error.target == "/sign-in")
    }

    @Test
    func aRedirectThatLeadsNowhereIsAFailure() async throws {
        let router = Router()
        try router.register(guards: [Guard("g") { _ in .park(redirect: "/nowhere") }]) { $0.on("/a") { _ in } }
        guard case .failed(let error as RedirectError) = await router.open("x:/a").result else {
            Issue.record()
            return
        }
        #expect(error.reason == .unhandled)
        #expect("\(error)".contains("no handler dealt with it"))
        #expect(error.parked?.url == "x:/a")
    }

    @Test
    func aParkedRedirectRemembersWhatItWasOpenedFor() async throws {
        let router = Router()
        let seen = Recorder<ParkedNavigation?>()
        try router.register {
            $0.mount("/a", guards: [Guard("outer") { _ in .park(redirect: "/b") }]) { $0.on("/") { _ in } }
            $0.mount("/b", guards: [Guard("inner") { _ in .park(redirect: "y:/c") }]) { $0.on("/") { _ in } }
            $0.on("/c") { match in seen.add(match.parked) }
        }
        #expect(await router.open("x:/a").summary == "parked x:/a")
        let parked = try #require(seen.all.first ?? nil)
        #expect(parked.url == "x:///b" && parked.parked?.url == "x:/a" && parked.parked?.parked == nil)
    }
}
