import Routing
import Testing

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
