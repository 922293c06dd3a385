import Routing
import Testing

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
        #expect(head.guards[0].location.line == line && "\(head.guards[0].location)".contains("GuardOwnerTests.swift"))
        #expect(head.fallback === router && head.name == "head" && router.fallback == nil && router.guards.isEmpty)
        try head.register { $0.on("/a") { _ in } }
        #expect(head.routes[0].guards.map(\.location) == head.guards.map(\.location))
    }
}
