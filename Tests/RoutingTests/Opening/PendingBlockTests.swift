import Routing
import Testing

/// Blocks of a router whose newer openings supersede the older.
struct PendingBlockTests {
    let router = Router(origins: ["shop://"], pending: .cancelsOlder)
    let log = Recorder<String>()
    let began = Gate()
    let gate = Gate()

    @Test
    func aBlockedOpeningSupersedesTheOlder() async throws {
        try router.register {
            $0.on("/older") { _ in
                began.open()
                await gate.wait()
            }
            $0.on("/newer") { _ in }
        }
        let block = router.block { url in url != "shop://newer" }
        let older = Task { await router.open("shop://older") }
        await began.wait()
        #expect(await router.open("shop://newer").summary == "blocked")
        gate.open()
        #expect(await older.value.summary == "superseded by shop://newer")
        withExtendedLifetime(block) {}
    }

    @Test
    func aNewerOpeningSupersedesOneWhoseBlockIsAsked() async throws {
        try router.register { $0.on("/:name") { match in log.add(match.url) } }
        let block = router.block { url async in
            guard url == "shop://older" else { return true }
            began.open()
            await gate.wait()
            return true
        }
        let older = Task { await router.open("shop://older") }
        await began.wait()
        #expect(await router.open("shop://newer").isHandled)
        gate.open()
        #expect(await older.value.summary == "superseded by shop://newer")
        #expect(log.all == ["shop://newer"])
        withExtendedLifetime(block) {}
    }
}
