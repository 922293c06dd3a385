import Dispatchers
import Routing
import Synchronization
import Testing

/// The functions that get each opening once it has ended.
struct OutcomeObserverTests {
    let log = Recorder<String>()
    let openings = Recorder<RouteOpening>()
    let began = Gate()
    let gate = Gate()
    let clock = StepClock()

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    func makeRouter(pending: PendingPolicy = .independent, startsHeld: Bool = false) throws -> Router {
        let fallback = Router(origins: ["shop://"])
        try fallback.register { $0.on("/far") { _ in } }
        let router = Router(
            origins: ["shop://"], fallback: fallback, pending: pending, startsHeld: startsHeld, clock: clock)
        try router.register {
            $0.on("/product/:id") { match in
                log.add("handler")
                return match["id"]
            }
            $0.on("/declines") { _ in .declined }
            $0.on("/throws") { _ in throw CancellationError() }
            $0.on("/parks", guards: [Guard("parks") { _ in .park(redirect: "/product/0") }]) { _ in }
            $0.on("/refused", guards: [Guard("refuses") { _ in .refuse("closed") }]) { _ in }
            $0.on("/waits") { _ in
                began.open()
                await gate.wait()
            }
            $0.on("/twice") { _ in await router.open("shop://product/1").isHandled }
            $0.redirect("/p/:id", to: "/product/:id")
        }
        return router
    }

    func observe(_ router: Router) -> Registration {
        router.onOutcome { opening in openings.add(opening) }
    }

    @Test(arguments: [
        ("shop://product/7", "handled", "/product/:id"), ("shop://p/7", "handled", "/product/:id"),
        ("shop://far", "handled", "/far"), ("shop://declines", "declined", nil), ("shop://nowhere", "not found", nil),
        ("shop://throws", "failed CancellationError()", "/throws"),
        ("shop://parks", "parked shop://parks", "/product/:id"), ("shop://refused", "refused closed", "/refused"),
        ("no url", "invalid no scheme", nil), ("other://product/7", "not found", nil),
    ])
    func anOpeningIsReportedOnceWhateverItsOutcomeIs(url: String, outcome: String, pattern: String?) async throws {
        let router = try makeRouter()
        let token = observe(router)
        let line = #line + 1
        let returned = await router.open(url, extras: ["source": "push"])
        #expect(openings.all.map(\.url) == [url])
        let opening = try #require(openings.all.first)
        #expect(opening.outcome.summary == outcome && opening.outcome.summary == returned.summary)
        #expect(opening.pattern?.text == pattern && opening.outcome.redirects == returned.redirects)
        #expect(opening.extras == ["source": "push"] && opening.location.line == line)
        token.cancel()
    }

    @Test
    func eachWayOfOpeningIsReportedOnce() async throws {
        let router = try makeRouter()
        let token = observe(router)
        await router.open(path: "product/1")
        _ = Self.openAtOnce("shop://product/2", router)
        _ = Self.openAtOnce("shop://waits", router)
        await router.open("shop://p/3", following: .none)
        guard case .parked(let parked) = await router.open("shop://parks").result else {
            Issue.record("not parked")
            return
        }
        await router.resume(parked)
        #expect(router.canOpen("shop://product/1") && router.stack(to: "shop://product/1").count == 1)
        #expect(
            openings.all.map { $0.url + " " + $0.outcome.summary } == [
                "/product/1 handled", "shop://product/2 handled", "shop://waits needs await",
                "shop://p/3 redirected shop://product/3", "shop://parks parked shop://parks",
                "shop://parks parked shop://parks",
            ])
        token.cancel()
    }

    @Test
    func aResumptionThatIsRefusedIsReported() async throws {
        let router = Router(origins: ["shop://"])
        let token = observe(router)
        try router.register {
            $0.on("/sign-in") { match in
                if let parked = match.parked { await router.resume(parked) }
            }
            $0.on("/cart", guards: [Guard("signed in") { _ in .park(redirect: "/sign-in") }]) { _ in }
        }
        await router.open("shop://cart")
        let failed = openings.all.filter { if case .failed = $0.outcome.result { true } else { false } }
        #expect(failed.count == 1 && openings.all.count == 18)
        token.cancel()
    }

    @Test
    func supersededAndCancelledOpeningsAreReported() async throws {
        let router = try makeRouter(pending: .cancelsOlder)
        let token = observe(router)
        let older = Task { await router.open("shop://waits") }
        await began.wait()
        await router.open("shop://product/1")
        gate.open()
        _ = await older.value
        let cancelled = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await router.open("shop://product/2")
        }
        _ = await cancelled.value
        #expect(
            openings.all.map(\.outcome.summary) == [
                "handled", "superseded by shop://product/1", "failed CancellationError()",
            ])
        token.cancel()
    }

    @Test
    func heldOpeningsAreReportedWhenTheyAreHeldAndWhenTheyAreOpened() async throws {
        let router = try makeRouter(startsHeld: true)
        let token = observe(router)
        await router.open("shop://product/1")
        _ = Self.openAtOnce("shop://product/2", router)
        #expect(openings.all.map(\.outcome.summary) == ["held", "held"])
        await router.begin(.newest)
        #expect(openings.all.map(\.outcome.summary) == ["held", "held", "superseded by shop://product/2", "handled"])
        #expect(openings.all[0].location == openings.all[2].location)
        #expect(openings.all[1].location == openings.all[3].location)
        token.cancel()
    }

    @Test
    func anObserverIsCalledAfterTheLastHandlerAndAnOuterOpeningAfterAnInnerOne() async throws {
        let router = try makeRouter()
        router.onUnmatched { _ in log.add("unmatched") }
        let token = router.onOutcome { log.add($0.url) }
        await router.open("shop://product/1")
        await router.open("shop://declines")
        await router.open("shop://twice")
        #expect(
            log.all == [
                "handler", "shop://product/1", "unmatched", "shop://declines", "handler", "shop://product/1",
                "shop://twice",
            ])
        token.cancel()
    }

    @Test
    func theDurationIsReadFromTheClockOfTheRouterOnlyIfSomebodyObserves() async throws {
        let router = try makeRouter()
        await router.open("shop://product/1")
        _ = Self.openAtOnce("shop://product/1", router)
        #expect(clock.readingCount == 0)
        let token = observe(router)
        await router.open("shop://product/1")
        #expect(openings.all.map(\.duration) == [.seconds(1)] && clock.readingCount == 2)
        token.cancel()
    }

    @MainActor final class Screen {
        var urls: [String] = []

        func observe(_ router: Router) {
            router.onOutcome(by: self) { screen, opening in screen.urls.append(opening.url) }
        }
    }

    actor Account {
        let log: Recorder<String>
        let isCalled: Gate

        init(_ log: Recorder<String>, _ isCalled: Gate) {
            self.log = log
            self.isCalled = isCalled
        }

        func observe(_ router: Router) {
            router.onOutcome(by: self) { account, opening in
                account.assertIsolated()
                self.log.add(opening.url)
                self.isCalled.open()
            }
        }
    }

    @Test @MainActor
    func anObserverRunsOnItsIsolation() async throws {
        let router = try makeRouter()
        let screen = Screen()
        screen.observe(router)
        _ = Self.openAtOnce("shop://nowhere", router)
        let account = Account(log, began)
        await account.observe(router)
        await router.open("shop://far")
        #expect(log.all == ["shop://far"] && screen.urls.last == "shop://far")
        #expect(router.observations.map(\.owner) == ["Screen", "Account"])
        #expect(router.observations.map(\.isolation) == ["MainActor", "Account"])
    }

    @Test
    func openNowReportsToOtherActorsInATask() async throws {
        let router = try makeRouter()
        let account = Account(log, began)
        await account.observe(router)
        _ = Self.openAtOnce("shop://far", router)
        await began.wait()
        #expect(log.all == ["shop://far"])
        withExtendedLifetime(account) {}
    }

    @Test
    func anObserverThatEndedIsNotCalled() async throws {
        let router = try makeRouter()
        let owner = Recorder<String>()
        var gone: Recorder<String>? = Recorder()
        router.onOutcome(by: owner) { owner, _ in owner.add("owner") }
        if let gone { router.onOutcome(by: gone) { _, _ in log.add("gone") } }
        let token = router.onOutcome { _ in log.add("token") }
        #expect(router.observations.count == 3)
        gone = nil
        let older = Task { await router.open("shop://waits") }
        await began.wait()
        router.cancel(by: owner)
        token.cancel()
        let late = observe(router)
        gate.open()
        _ = await older.value
        #expect(owner.all.isEmpty && log.all.isEmpty && openings.all.isEmpty)
        #expect(router.observations.count == 1)
        late.cancel()
        #expect(router.observations.isEmpty)
    }

    @Test
    func onlyObserversOfTheRouterThatIsOpenedAreCalled() async throws {
        let router = try makeRouter()
        let fallback = try #require(router.fallback)
        let token = fallback.onOutcome { openings.add($0) }
        await router.open("shop://far")
        #expect(openings.all.isEmpty)
        await fallback.open("shop://far")
        #expect(openings.all.count == 1)
        token.cancel()
    }
}

/// A clock that advances by a second at each reading.
final class StepClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let readings = Atomic(0)

    var readingCount: Int { readings.load(ordering: .relaxed) }
    var now: Instant { Instant(offset: .seconds(readings.add(1, ordering: .relaxed).newValue)) }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws { throw CancellationError() }
}
