import Routing
import Testing

/// A newer opening against an older one that has not ended.
struct PendingPolicyTests {
    let log = Recorder<String>()
    let began = Gate()
    let gate = Gate()

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    /// Logs that it began, and waits at the gate.
    @Sendable func wait() async {
        log.add("began")
        await withTaskCancellationHandler {
            began.open()
            await gate.wait()
        } onCancel: {
            log.add("cancelled")
        }
    }

    func waiting(_ decision: Guard.Decision) -> Guard {
        Guard("waiting") { _ in
            await wait()
            return decision
        }
    }

    func logging(_ text: String) -> Guard {
        Guard(text) { _ in
            log.add(text)
            return .proceed
        }
    }

    func makeRouter(_ policy: PendingPolicy = .cancelsOlder) throws -> Router {
        let fallback = Router(origins: ["shop://"])
        try fallback.register {
            $0.on("/far", guards: [waiting(.proceed), logging("guard")]) { _ in log.add("far") }
            $0.on("/declined") { _ in log.add("fallback") }
        }
        fallback.onUnmatched { _ in log.add("unmatched") }
        let router = Router(origins: ["shop://"], fallback: fallback, pending: policy)
        try router.register {
            $0.on("/newer") { _ in log.add("newer") }
            $0.on("/guarded", guards: [waiting(.proceed), logging("guard")]) { _ in log.add("handler") }
            $0.redirect("/redirected", to: "/guarded")
            $0.redirect("/redirected-twice", to: "/redirected")
            $0.redirect("/redirected-far", to: "/far")
            $0.redirect("/redirected-nowhere", to: "/nowhere")
            $0.mount("/mounted", guards: [waiting(.proceed)]) { $0.on("/:id") { _ in log.add("handler") } }
            $0.on("/handled") { _ in
                await wait()
                return "value"
            }
            $0.on("/declined", priority: 1) { _ in
                await wait()
                return .declined
            }
            $0.on("/throws") { _ in
                await wait()
                throw CancellationError()
            }
            $0.on("/parks", guards: [waiting(.park())]) { _ in log.add("handler") }
            $0.on("/parks-for", guards: [waiting(.park(redirect: "/sign-in"))]) { _ in log.add("handler") }
            $0.on("/sends-on", guards: [waiting(.redirect(to: "/sign-in"))]) { _ in log.add("handler") }
            $0.on("/refuses", guards: [waiting(.refuse("closed"))]) { _ in log.add("handler") }
            $0.on("/sign-in") { _ in log.add("sign in") }
            $0.mount("/parked", guards: [Guard("parks") { _ in .park(redirect: "/handled") }]) { $0.on("/") { _ in } }
        }
        return router
    }

    static let steps = [
        "guarded", "redirected", "mounted/7", "handled", "declined", "throws", "parks", "parks-for", "sends-on",
        "refuses", "parked", "far",
    ]

    @Test(arguments: steps)
    func nothingOfAnOlderOpeningHappensOnceANewerBegan(path: String) async throws {
        let router = try makeRouter()
        let older = Task { await router.open("shop://\(path)") }
        await began.wait()
        #expect(await router.open("shop://newer").summary == "handled")
        gate.open()
        let outcome = await older.value
        #expect(outcome.summary == "superseded by shop://newer")
        #expect(outcome.route == nil && outcome.value(as: String.self) == nil)
        #expect(log.all == ["began", "cancelled", "newer"])
    }

    @Test(arguments: steps)
    func aSynchronousOpeningSupersedesToo(path: String) async throws {
        let router = try makeRouter()
        let older = Task { await router.open("shop://\(path)") }
        await began.wait()
        #expect(Self.openAtOnce("shop://newer", router).isHandled)
        gate.open()
        #expect(await older.value.summary == "superseded by shop://newer")
        #expect(log.all == ["began", "cancelled", "newer"])
    }

    @Test
    func byDefaultOpeningsDoNotAffectOneAnother() async throws {
        let router = try makeRouter(.independent)
        let older = Task { await router.open("shop://guarded") }
        await began.wait()
        #expect(await router.open("shop://newer").isHandled)
        gate.open()
        #expect(await older.value.isHandled)
        #expect(log.all == ["began", "newer", "guard", "handler"])
    }

    @Test(arguments: ["shop://nowhere", "no url", "http://elsewhere.example/newer"])
    func anOpeningWithoutARouteSupersedesNothing(url: String) async throws {
        let router = try makeRouter()
        let older = Task { await router.open("shop://handled") }
        await began.wait()
        #expect(await router.open(url).isHandled == false)
        gate.open()
        #expect(await older.value.value(as: String.self) == "value")
        #expect(!log.all.contains("cancelled"))
    }

    /// Also if redirects lead to what has to be awaited, or to nothing.
    @Test(arguments: [
        ("guarded", "needs await"), ("redirected", "needs await"), ("redirected-twice", "needs await"),
        ("redirected-far", "needs await"), ("redirected-nowhere", "not found"),
    ])
    func anOpeningThatHasToBeAwaitedSupersedesNothing(path: String, expected: String) async throws {
        let router = try makeRouter()
        let older = Task { await router.open("shop://handled") }
        await began.wait()
        #expect(Self.openAtOnce("shop://\(path)", router).summary == expected)
        gate.open()
        #expect(await older.value.isHandled)
    }

    @Test
    func theNewestOfManyIsOpened() async throws {
        let router = try makeRouter()
        let first = Task { await router.open("shop://handled") }
        await began.wait()
        #expect(Self.openAtOnce("shop://newer", router).isHandled)
        #expect(Self.openAtOnce("shop://sign-in", router).isHandled)
        gate.open()
        #expect(await first.value.summary == "superseded by shop://newer")
        #expect(log.all == ["began", "cancelled", "newer", "sign in"])
    }

    @Test
    func cancellingTheCallersTaskReachesTheHandler() async throws {
        let router = try makeRouter()
        let older = Task { await router.open("shop://throws") }
        await began.wait()
        older.cancel()
        gate.open()
        #expect(await older.value.summary == "failed CancellationError()")
        #expect(log.all == ["began", "cancelled"])
    }

    @Test
    func theFallbackOpenedForItselfHasItsOwnPolicy() async throws {
        let router = try makeRouter()
        let fallback = try #require(router.fallback)
        let older = Task { await router.open("shop://handled") }
        await began.wait()
        #expect(await fallback.open("shop://declined").isHandled)
        gate.open()
        #expect(await older.value.isHandled)
    }

    @Test
    func theTraceSaysWhatSupersededAnOpening() async throws {
        let trace = Trace(now: { .zero })
        let router = Router(origins: ["shop://"], pending: .cancelsOlder, trace: trace)
        try router.register {
            $0.on("/newer") { _ in }
            $0.on("/guarded", guards: [waiting(.proceed)]) { _ in }
        }
        trace.start()
        let older = Task { await router.open("shop://guarded") }
        await began.wait()
        await router.open("shop://newer")
        gate.open()
        _ = await older.value
        #expect(trace.events.first?.outcome == .refused("superseded by shop://newer"))
        #expect(trace.events.map(\.kind) == [.route, .guard, .route, .delivery])
    }
}

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

/// The function for unmatched URLs of a router whose newer openings supersede the older.
struct PendingUnmatchedTests {
    let router = Router(origins: ["shop://"], pending: .cancelsOlder)
    let log = Recorder<String>()

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    /// A screen that a handler showed starts a task, which opens something after a newer opening superseded the first.
    @Test(arguments: [PendingPolicy.cancelsOlder, .independent])
    func aTaskThatOutlivesItsSupersededOpeningReportsItsMisses(policy: PendingPolicy) async throws {
        let began = Gate()
        let gate = Gate()
        let later = Gate()
        let tasks = Recorder<Task<[String], Never>>()
        let other = Router(origins: ["shop://"], pending: policy)
        other.onUnmatched { miss in log.add(miss.url) }
        try router.register {
            $0.on("/newer") { _ in }
            $0.on("/outer") { _ in
                tasks.add(
                    Task {
                        await later.wait()
                        let first = await other.open("shop://first").summary
                        return [first, Self.openAtOnce("shop://second", other).summary]
                    })
                began.open()
                await gate.wait()
            }
        }
        let older = Task { await router.open("shop://outer") }
        await began.wait()
        #expect(await router.open("shop://newer").isHandled)
        gate.open()
        #expect(await older.value.summary == "superseded by shop://newer")
        later.open()
        #expect(await tasks.all[0].value == ["not found", "not found"])
        #expect(log.all == ["shop://first", "shop://second"])
    }

    @Test
    func anOpeningByTheFunctionIsAPartOfTheOpeningThatDeclined() async throws {
        try router.register {
            $0.on("/declining") { _ in .declined }
            $0.on("/help") { _ in log.add("help") }
        }
        router.onUnmatched { _ in log.add(Self.openAtOnce("shop://help", router).summary) }
        #expect(await router.open("shop://declining").summary == "declined")
        #expect(Self.openAtOnce("shop://declining", router).summary == "declined")
        #expect(log.all == ["help", "handled", "help", "handled"])
    }
}
