import Routing
import Testing

/// Openings that guards and handlers of an opening make, where a newer opening supersedes the older.
struct NestedOpeningTests {
    let router = Router(origins: ["shop://"], pending: .cancelsOlder)
    let log = Recorder<String>()
    let began = Gate()
    let gate = Gate()

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    func wait() async {
        log.add("began")
        began.open()
        await gate.wait()
    }

    @Test
    func aHandlerThatOpensAnotherURLDoesNotCancelItself() async throws {
        let opening = Guard("opening") { _ in await router.open("shop://inner").isHandled ? .proceed : .refuse("no") }
        try router.register {
            $0.on("/inner") { _ in log.add("inner") }
            $0.on("/outer") { _ in
                await router.open("shop://inner")
                log.add(Task.isCancelled ? "cancelled" : "outer")
            }
            $0.on("/outer-at-once") { _ in
                _ = Self.openAtOnce("shop://inner", router)
                log.add("outer")
            }
            $0.on("/guarded", guards: [opening]) { _ in log.add("outer") }
        }
        for url in ["shop://outer", "shop://outer-at-once", "shop://guarded"] {
            #expect(await router.open(url).isHandled, "\(url)")
        }
        #expect(Self.openAtOnce("shop://outer-at-once", router).isHandled)
        #expect(log.all == Array(repeating: ["inner", "outer"], count: 4).flatMap(\.self))
    }

    @Test
    func aNewerOpeningSupersedesTheOuterAndTheInner() async throws {
        let inner = Recorder<String>()
        try router.register {
            $0.on("/inner") { _ in await wait() }
            $0.on("/outer") { _ in inner.add(await router.open("shop://inner").summary) }
            $0.on("/newer") { _ in log.add("newer") }
        }
        let older = Task { await router.open("shop://outer") }
        await began.wait()
        #expect(Self.openAtOnce("shop://newer", router).isHandled)
        gate.open()
        #expect(await older.value.summary == "superseded by shop://newer")
        #expect(inner.all == ["superseded by shop://newer"] && log.all == ["began", "newer"])
    }

    @Test
    func ofTwoInnerOpeningsTheNewerSupersedesTheOlder() async throws {
        try router.register {
            $0.on("/first") { _ in await wait() }
            $0.on("/second") { _ in log.add("second") }
            $0.on("/outer") { _ in
                let first = Task { await router.open("shop://first").summary }
                await began.wait()
                await router.open("shop://second")
                gate.open()
                log.add(await first.value)
            }
        }
        #expect(await router.open("shop://outer").isHandled)
        #expect(log.all == ["began", "second", "superseded by shop://second"])
    }

    @Test
    func aSupersededHandlerOpensNothingMore() async throws {
        try router.register {
            $0.on("/inner") { _ in log.add("inner") }
            $0.on("/newer") { _ in log.add("newer") }
            $0.on("/outer") { _ in
                await wait()
                log.add(await router.open("shop://inner").summary)
                log.add(await Task { await router.open("shop://inner").summary }.value)
                log.add(Self.openAtOnce("shop://inner", router).summary)
            }
        }
        let older = Task { await router.open("shop://outer") }
        await began.wait()
        await router.open("shop://newer")
        gate.open()
        #expect(await older.value.summary == "superseded by shop://newer")
        #expect(log.all == ["began", "newer"] + Array(repeating: "superseded by shop://newer", count: 3))
    }

    /// A screen that a handler showed starts a task, which opens something when the user wants it.
    @Test
    func aTaskThatOutlivesItsOpeningOpensForItself() async throws {
        let later = Gate()
        let tasks = Recorder<Task<String, Never>>()
        try router.register {
            $0.on("/inner") { _ in log.add("inner") }
            $0.on("/slow") { _ in await wait() }
            $0.on("/outer") { _ in
                tasks.add(
                    Task {
                        await later.wait()
                        return await router.open("shop://inner").summary
                    })
            }
        }
        #expect(await router.open("shop://outer").isHandled)
        let slow = Task { await router.open("shop://slow") }
        await began.wait()
        later.open()
        #expect(await tasks.all[0].value == "handled")
        gate.open()
        #expect(await slow.value.summary == "superseded by shop://inner")
    }

    @Test
    func theHandlerOfASignInResumesWhatItWasOpenedFor() async throws {
        let session = Recorder<Int>()
        let signedIn = Guard("signed in") { _ in session.all.isEmpty ? .park(redirect: "/sign-in") : .proceed }
        try router.register {
            $0.on("/orders", guards: [signedIn]) { _ in log.add("orders") }
            $0.on("/sign-in") { match async in
                session.add(1)
                if let parked = match.parked { log.add(await router.resume(parked).summary) }
            }
        }
        #expect(await router.open("shop://orders").summary == "parked shop://orders")
        #expect(log.all == ["orders", "handled"])
    }

    /// Two routers, of which each opens URLs of the other.
    @Test
    func anOpeningIsAPartOfOneThroughAnotherRouter() async throws {
        let other = Router(origins: ["shop://"], pending: .cancelsOlder)
        try other.register {
            $0.on("/there") { _ in log.add(await router.open("shop://back").summary) }
        }
        try router.register {
            $0.on("/out") { _ in log.add(await other.open("shop://there").summary) }
            $0.on("/back") { _ in log.add("back") }
        }
        #expect(await router.open("shop://out").isHandled)
        #expect(log.all == ["back", "handled", "handled"])
    }

    @Test(arguments: [PendingPolicy.independent, .cancelsOlder])
    func anOpeningOfAnotherRouterIsCancelledWithTheOuter(policy: PendingPolicy) async throws {
        let inner = Recorder<String>()
        let other = Router(origins: ["help://"], pending: policy)
        let slow = Guard("slow") { _ in
            await wait()
            return .proceed
        }
        try other.register { $0.on("/inner", guards: [slow]) { _ in log.add("inner") } }
        try router.register {
            $0.on("/newer") { _ in log.add("newer") }
            $0.on("/outer") { _ in
                inner.add(await Task { await other.open("help://inner").summary }.value)
                inner.add(await Task { await other.open("help://inner").summary }.value)
            }
        }
        let older = Task { await router.open("shop://outer") }
        await began.wait()
        #expect(Self.openAtOnce("shop://newer", router).isHandled)
        gate.open()
        #expect(await older.value.summary == "superseded by shop://newer")
        #expect(inner.all == ["superseded by shop://newer", "superseded by shop://newer"])
        #expect(log.all == ["began", "newer"])
    }

    @Test
    func aTaskOfASupersededOpeningOpensNothingMoreWhenThatHasReturned() async throws {
        let other = Router(origins: ["help://"])
        let tasks = Recorder<Task<String, Never>>()
        let isStarted = Gate()
        let slow = Guard("slow") { _ in
            await wait()
            return .proceed
        }
        try other.register { $0.on("/inner", guards: [slow]) { _ in log.add("inner") } }
        try router.register {
            $0.on("/newer") { _ in log.add("newer") }
            $0.on("/outer") { _ in
                tasks.add(Task { await other.open("help://inner").summary })
                await began.wait()
                await isStarted.wait()
            }
        }
        let older = Task { await router.open("shop://outer") }
        await began.wait()
        #expect(Self.openAtOnce("shop://newer", router).isHandled)
        isStarted.open()
        #expect(await older.value.summary == "superseded by shop://newer")
        gate.open()
        #expect(await tasks.all[0].value == "superseded by shop://newer")
        #expect(log.all == ["began", "newer"])
    }
}
