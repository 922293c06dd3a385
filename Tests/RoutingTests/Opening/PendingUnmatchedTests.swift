import Routing
import Testing

/// The function for unmatched URLs of a router whose newer openings supersede the older.
struct PendingUnmatchedTests {
    let router = Router(origins: ["shop://"], pending: .cancelsOlder)
    let log = Recorder<String>()

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.open(url) }

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
