import Foundation
import Routing
import Testing

/// Navigations that wait for each other: how many there can be, and that nothing about them grows without bound.
struct ParkedChainTests {
    /// The number of navigations that wait behind one, itself included.
    static func depth(of parked: ParkedNavigation?) -> Int {
        var depth = 0
        var next = parked
        while let parked = next {
            depth += 1
            next = parked.parked
        }
        return depth
    }

    static func parked(_ outcome: RouteOutcome) -> ParkedNavigation? {
        switch outcome.result {
        case .parked(let parked): parked
        case .failed(let error as RedirectError): error.parked
        default: nil
        }
    }

    /// Two routes whose guards park each for the other.
    static func makePingPong() throws -> Router {
        let router = Router()
        try router.register {
            $0.mount("/a", guards: [Guard("a") { _ in .park(redirect: "/b") }]) { $0.on("/") { _ in } }
            $0.mount("/b", guards: [Guard("b") { _ in .park(redirect: "/a") }]) { $0.on("/") { _ in } }
        }
        return router
    }

    @Test
    func guardsThatParkForEachOtherDoNotGrowTheChain() async throws {
        let router = try Self.makePingPong()
        var parked = try #require(Self.parked(await router.open("x:///a")))
        for _ in 0..<50 {
            parked = try #require(Self.parked(await router.resume(parked)))
            #expect(Self.depth(of: parked) <= 2)
        }
    }

    /// Each route has a URL of its own, so that no two navigations are the same.
    @Test
    func aChainOfDifferentNavigationsEndsAtTheLimit() async throws {
        let router = Router()
        let waiting = Recorder<ParkedNavigation?>()
        let next = Guard("next") { match in
            waiting.add(match.parked)
            let count = waiting.all.count
            return count % 5 == 0 ? .park() : .park(redirect: "/\(count)")
        }
        try router.register(guards: [next]) { $0.on("/*") { _ in } }
        var outcome = await router.open("x:/0")
        for _ in 0..<20 {
            guard case .parked = outcome.result, let parked = waiting.all.last ?? nil else { break }
            outcome = await router.resume(parked)
        }
        guard case .failed(let error as RedirectError) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error.reason == .tooManyParked)
        #expect("\(error)".contains("cannot be parked: 8 navigations"))
        #expect(waiting.all.map { Self.depth(of: $0) }.max() == 8)
    }

    @Test
    func aSignInThatReturnsAtOnceIsStopped() async throws {
        let router = Router(origins: ["shop://"])
        let rounds = Recorder<Int>()
        let signedIn = Guard("signed in") { _ in .park(redirect: "/sign-in") }
        try router.mount("/orders", guards: [signedIn]) { $0.on("/:id") { _ in } }
        try router.register {
            $0.on("/sign-in") { match in
                rounds.add(1)
                // If it has not ended by now, it never ends.
                if let parked = match.parked, rounds.all.count < 300 { await router.resume(parked) }
            }
        }
        let outcome = await router.open("shop://orders/7")
        #expect(rounds.all.count <= 20)
        #expect(outcome.summary == "parked shop://orders/7")
    }

    @Test
    func aNavigationThatIsResumedOverAndOverIsOpenedEachTime() async throws {
        let router = Router(origins: ["shop://"])
        let shown = Recorder<Int>()
        try router.mount("/orders", guards: [Guard("signed in") { _ in .park(redirect: "/sign-in") }]) {
            $0.on("/:id") { _ in }
        }
        try router.register { $0.on("/sign-in") { _ in shown.add(1) } }
        var outcome = await router.open("shop://orders/7")
        for _ in 0..<100 {
            guard let parked = Self.parked(outcome) else { break }
            outcome = await router.resume(parked)
        }
        #expect(shown.all.count == 101)
    }

    /// Does the work on a thread with a stack of 512 KiB, as the system gives to others than the main thread.
    static func onSmallStack<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: work()) }
            thread.stackSize = 512 * 1024
            thread.start()
        }
    }

    @Test(arguments: [10, 200, 5_000])
    func aStoredChainOfAnyLengthIsReadOrRefusedOnASmallStack(count: Int) async throws {
        let step = #"{"url": "x:/a", "guard": "g", "guardName": "g", "extras": {}}"#
        let flat = Array(repeating: step, count: count).joined(separator: ",")
        let nested =
            String(repeating: #"{"url": "x:/a", "extras": {}, "guardName": "", "waiting": ["#, count: count)
            + String(repeating: "]}", count: count)
        for json in [nested, #"{"version": 1, "navigations": [\#(flat)]}"#] {
            let depth = await Self.onSmallStack {
                let parked = try? JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8))
                let again = parked.flatMap { try? JSONEncoder().encode($0) }
                #expect((parked == nil) == (again == nil))
                return Self.depth(of: parked)
            }
            #expect(depth <= 9)
        }
    }
}
