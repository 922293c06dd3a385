import Dispatchers
import Routing
import Testing

/// Routes whose screens answer a question.
struct AskTests {
    struct PickCity: AnsweringRoute {
        typealias Answer = String
        static let pattern = "/pick-city"
        var country: String?
    }

    let kept = Kept()
    let isShown = Gate()

    final class Kept: Sendable {
        /// The match of a handler, as a screen keeps it.
        let match = Protected<RouteMatch?>(nil)
        let parked = Protected<ParkedNavigation?>(nil)
        let isSignedIn = Protected(true)
    }

    func makeRouter(startsHeld: Bool = false) throws -> Router {
        let router = Router(origins: ["shop://"], startsHeld: startsHeld)
        let signedIn = Guard("signed in") { _ in
            kept.isSignedIn.withLock { $0 } ? .proceed : .park(redirect: "/sign-in")
        }
        try router.register {
            $0.on("/sign-in") { match in
                let navigation = match.parked
                kept.parked.withLock { $0 = navigation }
                #expect(!match.isAsked && match.answer("sign-in") == .notAsked)
                isShown.open()
            }
            $0.on(PickCity.self, guards: [signedIn]) { _, match in
                kept.match.withLock { $0 = match }
                isShown.open()
            }
        }
        return router
    }

    /// Releases what the screen keeps.
    func close() { kept.match.withLock { $0 = nil } }

    @discardableResult
    func answer(_ city: some Sendable) -> AnswerResult { kept.match.withLock { $0 }?.answer(city) ?? .notAsked }

    @Test
    func theAnswerOfAScreenIsReturnedOnce() async throws {
        let router = try makeRouter()
        let city = Task { try await router.ask(PickCity(country: "is")) }
        await isShown.wait()
        let match = try #require(kept.match.withLock { $0 })
        #expect(match.isAsked && match["country"] == "is")
        #expect(match.answer("Akureyri") == .delivered && match.answer("Höfn") == .ended && !match.isAsked)
        #expect(try await city.value == "Akureyri")
    }

    @Test
    func aHandlerMayAnswerItself() async throws {
        let router = Router()
        try router.register {
            $0.on(PickCity.self) { route, match in match.answer("Oslo") }
        }
        #expect(try await router.ask(PickCity()) == "Oslo")
        // Opened by a link, the route does not decline.
        let outcome = await router.open("shop://any/pick-city")
        #expect(outcome.isHandled && outcome.value(as: AnswerResult.self) == .notAsked)
    }

    @Test
    func aMatchThatIsReleasedEndsTheQuestion() async throws {
        let router = try makeRouter()
        let city = Task { try await router.ask(PickCity()) }
        await isShown.wait()
        close()
        #expect(try await city.value == nil)
        let silent = Router()
        try silent.register { $0.on(PickCity.self) { _, _ in } }
        #expect(try await silent.ask(PickCity()) == nil)
    }

    @Test
    func cancellingTheTaskEndsTheQuestion() async throws {
        let router = try makeRouter()
        let city = Task { try await router.ask(PickCity()) }
        await isShown.wait()
        city.cancel()
        await #expect(throws: CancellationError.self) { try await city.value }
        #expect(answer("Oslo") == .ended)
    }

    @Test(arguments: [true, false])
    func aParkedNavigationKeepsTheQuestion(isResumed: Bool) async throws {
        let router = try makeRouter()
        kept.isSignedIn.withLock { $0 = false }
        let city = Task { try await router.ask(PickCity()) }
        await isShown.wait()
        kept.isSignedIn.withLock { $0 = true }
        if isResumed, let navigation = kept.parked.withLock({ $0 }) {
            #expect(await router.resume(navigation).isHandled && answer("Oslo") == .delivered)
        }
        kept.parked.withLock { $0 = nil }
        #expect(try await city.value == (isResumed ? "Oslo" : nil))
    }

    @Test(arguments: [BeginPolicy.all, .newest])
    func aHeldOpeningKeepsTheQuestion(policy: BeginPolicy) async throws {
        let router = try makeRouter(startsHeld: true)
        let began = Gate()
        let token = router.onOutcome { if case .held = $0.outcome.result { began.open() } }
        let city = Task { try await router.ask(PickCity()) }
        await began.wait()
        token.cancel()
        await router.open("shop://pick-city")
        await router.begin(policy)
        // With `all`, the second opening has replaced the match of the first.
        #expect(try await city.value == nil)
    }

    @Test
    func aHeldOpeningIsAnswered() async throws {
        let router = try makeRouter(startsHeld: true)
        let began = Gate()
        let token = router.onOutcome { if case .held = $0.outcome.result { began.open() } }
        let city = Task { try await router.ask(PickCity()) }
        await began.wait()
        token.cancel()
        await router.begin()
        #expect(answer("Oslo") == .delivered)
        #expect(try await city.value == "Oslo")
    }

    @Test
    func whatIsNotOpenedIsAnError() async throws {
        let router = Router(origins: ["shop://"])
        await #expect(throws: RouteURLError.self) { try await router.ask(PickCity()) }
        let closed = Guard("closed") { _ in .refuse("closed") }
        try router.register { $0.on(PickCity.self, guards: [closed]) { _, _ in } }
        let error = await #expect(throws: AskError.self) { try await router.ask(PickCity()) }
        #expect(error?.reason == .notOpened && error?.outcome?.summary == "refused closed")
        #expect(
            error?.description == """
                “/pick-city” was asked for an answer, and was not opened: refused("closed").
                """)
        try router.register { $0.on(PickCity.self, overriding: true) { _, match in match.answer(7) } }
        router.remove { $0.guards.count == 1 }
        let other = await #expect(throws: AskError.self) { try await router.ask(PickCity()) }
        #expect(other?.reason == .wrongType)
        #expect(other?.description == "“/pick-city” was answered with Int; answer with String, as its route says.")
    }

    @Test
    func anAnswerCountsAlsoIfTheHandlerFailsLater() async throws {
        let router = Router()
        try router.register {
            $0.on(PickCity.self) { _, match in
                match.answer("Oslo")
                throw CancellationError()
            }
        }
        #expect(try await router.ask(PickCity()) == "Oslo")
    }

    /// The question of an error that refers to a parked navigation is released, too.
    @Test
    func nothingOfAFailedQuestionIsRetained() async throws {
        final class Cart: Sendable {}
        weak var released: Cart?
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.on(PickCity.self, guards: [Guard("parks") { _ in .park(redirect: "/nowhere") }]) { _, _ in }
        }
        do {
            let cart = Cart()
            released = cart
            await #expect(throws: AskError.self) { try await router.ask(PickCity(), payload: cart) }
        }
        #expect(released == nil)
    }

    /// A law: the first of what ends a question decides, whatever follows.
    @Test(arguments: 0..<200)
    func aQuestionEndsOnceWithWhatComesFirst(seed: UInt64) async throws {
        var random = Xorshift(seed: seed)
        let router = try makeRouter()
        let isParked = random.next(below: 2) == 0
        if isParked { kept.isSignedIn.withLock { $0 = false } }
        let task = Task { try await router.ask(PickCity()) }
        await isShown.wait()
        kept.isSignedIn.withLock { $0 = true }
        var navigation = kept.parked.withLock { $0.take() }
        var expected: String??
        var isOpen = !isParked
        var isCancelled = false
        func end(_ answer: String?) { if expected == nil { expected = .some(answer) } }
        for step in 0..<8 {
            switch random.next(below: 5) {
            case 0, 1:
                let isFirst = expected == nil && isOpen && !isCancelled
                #expect((answer("\(step)") == .delivered) == isFirst)
                if isFirst { end("\(step)") }
            case 2:
                if let parked = navigation {
                    await router.resume(parked)
                    isOpen = true
                }
            case 3 where step > 4:
                close()
                isOpen = false
                if navigation == nil, !isCancelled { end(nil) }
            case 4 where step > 2:
                if navigation != nil {
                    navigation = nil
                    if !isOpen, !isCancelled { end(nil) }
                } else {
                    task.cancel()
                    if expected == nil { isCancelled = true }
                }
            default: break
            }
        }
        navigation = nil
        close()
        let result = await task.result
        if isCancelled {
            #expect(throws: CancellationError.self) { try result.get() }
        } else {
            #expect(try result.get() == expected ?? nil)
        }
    }
}
