import Routing
import Testing

/// Openings of a cancelled task.
struct RouterCancellationTests {
    let log = Recorder<String>()

    func makeRouter() throws -> Router {
        let router = Router()
        try router.register {
            $0.on("/a") { _ in log.add("handler") }
            $0.redirect("/old", to: "/a")
            $0.mount(
                "/guarded",
                guards: [
                    Guard("cancelling") { _ in
                        withUnsafeCurrentTask { $0?.cancel() }
                        return .proceed
                    }
                ]
            ) { $0.on("/") { _ in log.add("handler") } }
            $0.on("/declined", priority: 1) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                return .declined
            }
            $0.on("/*") { _ in log.add("tail") }
            $0.on("/looking") { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                try Task.checkCancellation()
            }
            $0.on("/finishing") { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                log.add("handler")
            }
        }
        router.onUnmatched { _ in log.add("unmatched") }
        return router
    }

    @Test(arguments: ["x:/a", "x:/old", "x:/guarded"])
    func aCancelledTaskBeginsNothing(url: String) async throws {
        let router = try makeRouter()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await router.open(url)
        }
        #expect(await task.value.summary == "failed CancellationError()")
        #expect(log.all.isEmpty)
    }

    @Test(
        arguments: [
            ("x:/guarded", "failed CancellationError()", []), ("x:/declined", "failed CancellationError()", []),
            ("x:/looking", "failed CancellationError()", []), ("x:/finishing", "handled", ["handler"]),
        ] as [(String, String, [String])])
    func aCancelledOpeningCallsNoFurtherHandler(url: String, expected: String, events: [String]) async throws {
        let router = try makeRouter()
        let task = Task { await router.open(url) }
        #expect(await task.value.summary == expected)
        #expect(log.all == events)
    }

    @Test
    func aGuardThatNeverAnswersEndsWithItsTask() async throws {
        let router = Router()
        let (began, signal) = AsyncStream<Void>.makeStream()
        let endless = Guard("endless") { _ in
            signal.finish()
            let (never, open) = AsyncStream<Void>.makeStream()
            for await _ in never {}
            withExtendedLifetime(open) {}
            return .proceed
        }
        try router.register(guards: [endless]) { $0.on("/a") { _ in log.add("handler") } }
        let task = Task { await router.open("x:/a") }
        for await _ in began {}
        task.cancel()
        #expect(await task.value.summary == "failed CancellationError()")
        #expect(log.all.isEmpty)
    }

    @Test(
        arguments: [
            (.park(), "parked x:/a"), (.park(redirect: "/b"), "failed CancellationError()"),
            (.redirect(to: "/b"), "failed CancellationError()"), (.refuse("no"), "refused no"),
        ] as [(Guard.Decision, String)])
    func aDecisionOfAGuardCountsAndNoOtherGuardIsAsked(decision: Guard.Decision, expected: String) async throws {
        let router = Router()
        let last = Guard("last") { _ in
            withUnsafeCurrentTask { $0?.cancel() }
            return decision
        }
        try router.register {
            $0.mount("/a", guards: [last]) { $0.on("/") { _ in log.add("handler") } }
            $0.on("/b") { _ in log.add("redirected") }
        }
        #expect(await Task { await router.open("x:/a") }.value.summary == expected)
        #expect(log.all.isEmpty)
    }

    @Test
    func aMissIsNotReportedInACancelledTask() async throws {
        let router = Router()
        router.onUnmatched { _ in log.add("unmatched") }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await router.open("x:/nowhere")
        }
        #expect(await task.value.summary == "failed CancellationError()")
        #expect(log.all.isEmpty)
    }
}
