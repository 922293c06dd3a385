import Dispatchers
import Exploring
import Routing
import Synchronization
import Testing

/// The laws of openings, each in some hundred orders.
@Suite("Navigations in every order") struct NavigationLawTests {
    private func slowly(_ name: String, _ decision: @escaping @Sendable () -> Guard.Decision) -> Guard {
        Guard(name) { _ in
            await Task.yield()
            return decision()
        }
    }

    @Test("Of three openings, a newer one supersedes the older, and the newest is handled", .explored(seeds: 300))
    func newerOpeningsSupersede() async throws {
        let log = Log()
        let router = Router(origins: ["shop://"], pending: .cancelsOlder)
        let slow = Guard("slow") { match in
            log.add("asks \(match["page"] ?? "")")
            await Task.yield()
            return .proceed
        }
        try router.register {
            $0.on("/:page", guards: [slow]) { match in
                log.add("begins \(match["page"] ?? "")")
                await Task.yield()
                log.add("ends \(match["page"] ?? "")")
            }
        }
        let outcomes = await withTaskGroup(of: (Int, RouteOutcome).self) { group in
            for number in 1...3 {
                group.addTask(name: "opens \(number)") { (number, await router.open("shop:///\(number)")) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let superseded = outcomes.filter { if case .superseded = $0.1.result { true } else { false } }
        let handled = outcomes.filter { $0.1.isHandled }.map(\.0)
        #expect(handled.count + superseded.count == 3)
        #expect(!handled.isEmpty)
        // One that begins before an older one has ended supersedes it: those that are handled do not overlap.
        let steps = log.all
        let spans = handled.map { number in
            (steps.firstIndex(of: "asks \(number)") ?? .max, steps.firstIndex(of: "ends \(number)") ?? .max)
        }.sorted { $0.0 < $1.0 }
        #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.1 < $1.0 })
        // The last handler that began is the newest opening's, which nothing cancels.
        let last = log.all.last { $0.hasPrefix("begins") }?.dropFirst("begins ".count)
        #expect(log.all.contains("ends \(last ?? "")"))
    }

    @Test("An opening that is parked is handled once it is resumed, and once only", .explored(seeds: 300))
    func parkedOpeningsAreResumed() async throws {
        let log = Log()
        let isSignedIn = Mutex(false)
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.on("/orders", guards: [slowly("signed in") { isSignedIn.withLock { $0 } ? .proceed : .park() }]) { _ in
                log.add("orders")
            }
        }
        async let opening = router.open("shop:///orders")
        async let signingIn: Void = {
            await Task.yield()
            isSignedIn.withLock { $0 = true }
        }()
        let outcome = await opening
        await signingIn
        if case .parked(let navigation) = outcome.result {
            #expect(log.all.isEmpty)
            #expect(await router.resume(navigation).isHandled)
        } else {
            #expect(outcome.isHandled)
        }
        #expect(log.all == ["orders"])
    }

    @Test("Guards are asked in their order, and a redirect asks those of its target", .explored(seeds: 300))
    func redirectsAskTheGuardsOfTheirTarget() async throws {
        let isMoved = Mutex(false)
        let router = Router(origins: ["shop://"])
        let handled = Log()
        try router.register {
            let moving = slowly("moved") { isMoved.withLock { $0 } ? .redirect(to: "/new") : .proceed }
            $0.on("/old", guards: [moving]) { _ in handled.add("old") }
            let refusing = slowly("refusing") { isMoved.withLock { $0 } ? .proceed : .refuse("not yet") }
            $0.on("/new", guards: [refusing]) { _ in handled.add("new") }
        }
        async let first = router.open("shop:///old")
        async let second = router.open("shop:///old")
        async let moving: Void = {
            await Task.yield()
            isMoved.withLock { $0 = true }
        }()
        let outcomes = await [first, second]
        await moving
        // The target is asked after the redirect, so it does not refuse.
        #expect(outcomes.filter(\.isHandled).count == 2)
        #expect(handled.all.count == 2)
    }

    @Test("What a router holds is opened once, whether it arrives before it begins or meanwhile", .explored(seeds: 300))
    func heldOpeningsAreOpenedOnce() async throws {
        let log = Log()
        let router = Router(origins: ["shop://"], startsHeld: true)
        try router.register {
            $0.on("/:page", guards: [slowly("slow") { .proceed }]) { match in log.add(match["page"] ?? "") }
        }
        let openings = (1...3).map { number in Task(name: "opens \(number)") { await router.open("shop:///\(number)") }
        }
        let beginning = Task(name: "begins") { await router.begin(.all) }
        var outcomes = await beginning.value
        for opening in openings { outcomes.append(await opening.value) }
        #expect(outcomes.filter(\.isHandled).count == 3)
        #expect(log.all.sorted() == ["1", "2", "3"])
    }
}
