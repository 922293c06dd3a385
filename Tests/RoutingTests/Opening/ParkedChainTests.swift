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

/// Resumptions inside the handler of a navigation that was parked are counted.
struct ResumptionTests {
    /// Opens a URL whose guard always parks it, with a handler that resumes it at once, and returns how often that was.
    private static func rounds(through pass: @escaping @Sendable (ParkedNavigation) throws -> ParkedNavigation)
        async throws -> Int
    {
        let router = Router(origins: ["shop://"])
        let rounds = Recorder<Int>()
        try router.mount("/orders", guards: [Guard("signed in") { _ in .park(redirect: "/sign-in") }]) {
            $0.on("/:id") { _ in }
        }
        try router.register {
            $0.on("/sign-in") { match in
                rounds.add(1)
                if let parked = match.parked, rounds.all.count < 50 { await router.resume(try pass(parked)) }
            }
        }
        await router.open("shop://orders/7")
        return rounds.all.count
    }

    /// One opening, and sixteen resumptions.
    @Test func sixteenResumptionsMayBeNested() async throws {
        #expect(try await Self.rounds { $0 } == 17)
    }

    @Test func theCountIsAPartOfTheStoredForm() async throws {
        let count = try await Self.rounds { parked in
            try JSONDecoder().decode(ParkedNavigation.self, from: JSONEncoder().encode(parked))
        }
        #expect(count == 17)
    }

    @Test(arguments: [-1, 17, Int.max, Int.min])
    func aStoredCountThatIsOutOfRangeIsRefused(count: Int) throws {
        let json = #"{"version":1,"resumptions":\#(count),"navigations":[{"url":"x:/a","guardName":"g"}]}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8)) }
    }

    /// Both names are canonically equivalent.
    @Test func theNameOfAGuardIsItsBytes() throws {
        let navigations = try ["caf\u{E9}", "cafe\u{301}"].map { name in
            let json = #"{"version":1,"navigations":[{"url":"x:/a","guardName":"\#(name)"}]}"#
            return try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8))
        }
        #expect(navigations[0] != navigations[1] && Set(navigations).count == 2)
    }
}

/// The router that parked a navigation, and the way in which it was opened.
struct ParkedOriginTests {
    let keys = Recorder<Int>()

    func makeRouter(_ name: String?) throws -> Router {
        let router = Router(name: name, origins: ["shop://"])
        let locked = Guard("locked") { _ in keys.all.isEmpty ? .park() : .proceed }
        try router.register {
            $0.on("/target") { match in "\(match.url)" }
            $0.on("/locked", guards: [locked]) { _ in .redirect(to: "/target") }
        }
        return router
    }

    func parked(_ outcome: RouteOutcome) throws -> ParkedNavigation {
        guard case .parked(let navigation) = outcome.result else { throw CancellationError() }
        return navigation
    }

    func stored(_ navigation: ParkedNavigation) throws -> ParkedNavigation {
        try JSONDecoder().decode(ParkedNavigation.self, from: JSONEncoder().encode(navigation))
    }

    @Test(arguments: ["places", nil], [RedirectPolicy.all, .none])
    func itKnowsItsRouterAndHowItWasOpened(name: String?, policy: RedirectPolicy) async throws {
        let router = try makeRouter(name)
        let byURL = try parked(await router.open("shop://locked", following: policy))
        let byPath = try parked(await router.open(path: "/locked", following: policy))
        keys.add(1)
        for navigation in [byURL, try stored(byURL)] {
            #expect(navigation.routerName == name && navigation.redirectPolicy == policy && !navigation.isPath)
            let outcome = await router.resume(navigation)
            #expect(outcome.summary == (policy == .all ? "handled" : "redirected shop://target"))
            #expect(await router.resume(navigation, following: .all).value(as: String.self) == "shop://target")
        }
        for navigation in [byPath, try stored(byPath)] {
            #expect(navigation.routerName == name && navigation.redirectPolicy == policy && navigation.isPath)
            let outcome = await router.resume(navigation)
            #expect(outcome.summary == (policy == .all ? "handled" : "redirected /target"))
        }
        #expect(try stored(byURL) == byURL && (try stored(byURL)).hashValue == byURL.hashValue)
    }

    @Test
    func whatAnEarlierVersionStoredIsRead() async throws {
        let json = #"{"version":1,"navigations":[{"url":"shop://locked","guardName":"locked"}]}"#
        let navigation = try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8))
        #expect(navigation.routerName == nil && navigation.redirectPolicy == .all)
        keys.add(1)
        #expect(try await makeRouter("places").resume(navigation).isHandled)
    }

    @Test(arguments: [#""router":7"#, #""followsRedirects":"no""#])
    func aStoredFormWithAnotherTypeIsRefused(field: String) {
        let json = #"{"version":1,"navigations":[{"url":"shop://locked","guardName":"locked",\#(field)}]}"#
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(ParkedNavigation.self, from: Data(json.utf8)) }
    }

    @Test
    func navigationsOfTwoRoutersDiffer() async throws {
        let navigations = [
            try parked(await makeRouter("a").open("shop://locked")),
            try parked(await makeRouter("b").open("shop://locked")),
            try parked(await makeRouter("a").open("shop://locked", following: .none)),
        ]
        #expect(Set(navigations).count == 3)
    }
}
