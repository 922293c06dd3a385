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

/// Guards and the function for unmatched URLs that belong to an object.
struct GuardOwnerTests {
    @MainActor
    final class Session {
        nonisolated let log: Recorder<String>
        var isSignedIn = false

        init(_ log: Recorder<String>) { self.log = log }

        deinit { log.add("released") }

        func signIn() { isSignedIn = true }

        func makeGuard() -> Guard {
            Guard("signed in", by: self) { session, match in
                session.log.add("asked for \(match.url)")
                return session.isSignedIn ? .proceed : .refuse("signed out")
            }
        }

        func listen(to router: Router) {
            router.onUnmatched(by: self) { session, miss in session.log.add("missed \(miss.url)") }
        }
    }

    let log = Recorder<String>()
    let router = Router()

    @Test
    func aGuardGetsItsOwnerAndRefusesOnceThatIsReleased() async throws {
        var session: Session? = await Session(log)
        let signedIn = try #require(await session?.makeGuard())
        try router.register(guards: [signedIn]) { $0.on("/a") { _ in log.add("handler") } }
        #expect(await router.open("x:/a").summary == "refused signed out")
        await session?.signIn()
        #expect(await router.open("x:/a").isHandled)
        session = nil
        #expect(session == nil && log.all == ["asked for x:/a", "asked for x:/a", "handler", "released"])
        #expect(await router.open("x:/a").summary == "refused The owner of the guard “signed in” was released.")
    }

    @Test
    func theFunctionForUnmatchedURLsEndsWithItsOwner() async throws {
        var session: Session? = await Session(log)
        await session?.listen(to: router)
        await router.open("x:/a")
        session = nil
        #expect(session == nil && log.all == ["missed x:/a", "released"])
        #expect(await router.open("x:/b").summary == "not found")
    }

    @Test
    func aReleasedOwnerLeavesTheURLToTheOtherRouters() async throws {
        let head = Router(fallback: router)
        var session: Session? = await Session(log)
        await session?.listen(to: router)
        head.onUnmatched { miss in log.add("head missed \(miss.url)") }
        await head.open("x:/a")
        session = nil
        await head.open("x:/b")
        #expect(session == nil && log.all == ["missed x:/a", "released", "head missed x:/b"])
    }

    @Test
    func cancellingByAnOwnerEndsItsFunctionForUnmatchedURLs() async throws {
        let session = await Session(log)
        let other = await Session(log)
        await session.listen(to: router)
        router.cancel(by: other)
        await router.open("x:/a")
        router.cancel(by: session)
        await router.open("x:/b")
        #expect(log.all == ["missed x:/a"])
    }

    @Test
    func aRouterListsItsGuardsAndItsFallback() throws {
        let line = #line + 1
        let signedIn = Guard("signed in") { _ in .proceed }
        let head = Router(name: "head", guards: [signedIn], fallback: router)
        #expect(head.guards.map(\.name) == ["signed in"])
        #expect(head.guards[0].location.line == line && "\(head.guards[0].location)".contains("GuardTests.swift"))
        #expect(head.fallback === router && head.name == "head" && router.fallback == nil && router.guards.isEmpty)
        try head.register { $0.on("/a") { _ in } }
        #expect(head.routes[0].guards.map(\.location) == head.guards.map(\.location))
    }
}
