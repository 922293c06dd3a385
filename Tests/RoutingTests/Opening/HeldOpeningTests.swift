import Foundation
import SignalboxCore
import Testing

@testable import Routing

/// A router that opens nothing until it begins.
struct HeldOpeningTests {
    let log = Recorder<String>()

    func register(with router: Router) throws {
        try router.register {
            $0.on("/product/:id") { match in
                log.add(match.url + (match["source"].map { " from " + $0 } ?? ""))
                return match["id"]
            }
        }
    }

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }
    static func openPathAtOnce(_ path: String, _ router: Router) -> RouteOutcome { router.openNow(path: path) }

    @Test
    func whatArrivesEarlyIsOpenedInOrder() async throws {
        let router = Router(name: "shop", origins: ["shop://"], startsHeld: true)
        #expect(await router.open("shop://product/1", extras: ["source": "push"]).summary == "held")
        #expect(Self.openAtOnce("shop://product/2", router).summary == "held")
        #expect(await router.open(path: "/product/3").summary == "held")
        #expect(router.held.map(\.url) == ["shop://product/1", "shop://product/2", "/product/3"])
        try register(with: router)
        #expect(log.all.isEmpty)
        let outcomes = await router.begin(.all)
        #expect(outcomes.map { $0.value(as: String.self) } == ["1", "2", "3"])
        #expect(log.all == ["shop://product/1 from push", "shop://product/2", "/product/3"])
        #expect(router.held.isEmpty)
        #expect(await router.begin(.all).isEmpty)
        try router.register { $0.on("/later") { _ in log.add("later") } }
        #expect(await router.open("shop://later").isHandled)
    }

    @Test
    func aPathWithoutItsSlashIsHeldAsOne() async throws {
        let router = Router(origins: ["shop://"], startsHeld: true)
        #expect(await router.open(path: "product/3").summary == "held")
        #expect(Self.openPathAtOnce("product/4", router).summary == "held")
        let held = router.held
        #expect(held.map(\.url) == ["/product/3", "/product/4"])
        #expect(held.map(\.isPath) == [true, true])
        try register(with: router)
        await router.begin(.all)
        #expect(log.all == ["/product/3", "/product/4"])
        #expect(await router.resume(held[0]).value(as: String.self) == "3")
    }

    @Test
    func theNewestSupersedesTheOthers() async throws {
        let router = Router(origins: ["shop://"], startsHeld: true)
        for id in 1...3 { await router.open("shop://product/\(id)") }
        try register(with: router)
        let outcomes = await router.begin(.newest)
        #expect(
            outcomes.map(\.summary) == [
                "superseded by shop://product/3", "superseded by shop://product/3", "handled",
            ])
        #expect(log.all == ["shop://product/3"])
    }

    @Test
    func guardsAreAskedWhenTheRouterBegins() async throws {
        let asked = Guard("asked") { match in
            log.add("asked for \(match.url)")
            return .park()
        }
        let router = Router(origins: ["shop://"], guards: [asked], startsHeld: true)
        await router.open("shop://product/1")
        #expect(log.all.isEmpty)
        try register(with: router)
        #expect(await router.begin().map(\.summary) == ["parked shop://product/1"])
        #expect(log.all == ["asked for shop://product/1"])
    }

    @Test(arguments: [("no url", "invalid no scheme"), ("other://product/1", "not found")])
    func whatNoRouterReadsIsNotHeld(url: String, expected: String) async {
        let router = Router(origins: ["shop://"], fallback: Router(origins: ["app://"]), startsHeld: true)
        #expect(await router.open(url).summary == expected)
        #expect(await router.open("app://product/1").summary == "held")
    }

    @Test
    func whatFindsNoRoomIsReportedWhereItWasOpened() async throws {
        let lines = Recorder<String>()
        let router = Router(origins: ["shop://"], startsHeld: true)
        let line = #line + 4
        let last = await DefaultLog.$output.withValue(DefaultLog.Output { lines.add($0) }) {
            var last: RouteOutcome?
            for id in 1...HeldOpenings.limit + 1 {
                last = await router.open("shop://product/\(id)")
            }
            return last
        }
        guard case .failed(let error as HoldingError)? = last?.result else {
            Issue.record("\(String(describing: last))")
            return
        }
        #expect(error.reason == .full && error.url == "shop://product/17" && error.location.line == line)
        #expect(
            "\(error)" == """
                “shop://product/17” (\(error.location)) was not opened: 16 openings wait already for `begin` of the router; \
                call it once the routes are registered.
                """)
        #expect(lines.all == ["\(error)"])
        #expect(router.held.count == 16)
        try register(with: router)
        #expect(await router.begin(.all).count == 16)
    }

    @Test
    func aRouterThatNeverBeginsSaysWhatItHeld() async {
        let lines = Recorder<String>()
        await DefaultLog.$output.withValue(DefaultLog.Output { lines.add($0) }) {
            let router = Router(origins: ["shop://"], startsHeld: true)
            await router.open("shop://product/1")
            await router.open("shop://product/2")
        }
        #expect(lines.all.count == 1)
        #expect(
            lines.all.first?.hasPrefix(
                """
                A router was released before its `begin`; 2 openings that it held were not opened, the first of \
                “shop://product/1”
                """) == true)
    }

    @Test
    func heldNavigationsSurviveARelaunch() async throws {
        let first = Router(name: "shop", origins: ["shop://"], startsHeld: true)
        await first.open("shop://product/1")
        await first.open(path: "/product/2", following: .none)
        let data = try JSONEncoder().encode(first.held)
        await first.begin(.newest)
        let second = Router(name: "shop", origins: ["shop://"], startsHeld: true)
        for navigation in try JSONDecoder().decode([ParkedNavigation].self, from: data) {
            #expect(await second.resume(navigation).summary == "held")
        }
        #expect(second.held.map(\.url) == first.held.map(\.url) + ["shop://product/1", "/product/2"])
        #expect(second.held.map(\.redirectPolicy) == [.all, .none])
        #expect(second.held.map(\.guardName) == ["held", "held"])
        try register(with: second)
        #expect(await second.begin(.all).map(\.isHandled) == [true, true])
    }

    @Test
    func theTraceSaysWhatWasHeld() async throws {
        let trace = Trace(now: { .zero })
        trace.start()
        let router = Router(origins: ["shop://"], startsHeld: true, trace: trace)
        await router.open("shop://product/1")
        await router.open("shop://product/2")
        try register(with: router)
        await router.begin()
        let openings = trace.events.filter { $0.kind == .route }
        #expect(openings.map(\.outcome) == [.held, .held, .refused("superseded by shop://product/2"), .done])
        #expect(openings[0].location == openings[2].location && openings[1].location == openings[3].location)
    }
}
