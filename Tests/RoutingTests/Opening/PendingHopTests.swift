import Routing
import Testing

/// A newer opening while an older one is on its way to the actor of its next guard or handler.
struct PendingHopTests {
    /// A screen whose jobs are held back.
    actor Screen {
        nonisolated let executor = HeldExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        let log: Recorder<String>

        init(log: Recorder<String>) {
            self.log = log
        }

        func show() { log.add("shown") }

        func add(_ function: Function, to router: Router) {
            switch function {
            case .block:
                router.block(by: self) { screen, url in
                    self.show()
                    return true
                }
            case .asynchronousBlock:
                router.block(by: self) { screen, url async in
                    self.show()
                    return true
                }
            case .unmatched: router.onUnmatched(by: self) { screen, miss in self.show() }
            }
        }

        func register(at router: Router) throws {
            try router.register {
                $0.on("/handler") { match in self.show() }
                $0.on("/later") { match async in self.show() }
                $0.on("/owned", by: self) { screen, match in self.show() }
                $0.on("/owned-later", by: self) { screen, match async in self.show() }
                $0.on(Typed.self) { route, match in self.show() }
                $0.on(TypedLater.self) { route, match async in self.show() }
                $0.on(Owned.self, by: self) { screen, route, match in self.show() }
                $0.on(OwnedLater.self, by: self) { screen, route, match async in self.show() }
                $0.on(
                    "/guard",
                    guards: [
                        Guard("guard") { _ in
                            self.show()
                            return .proceed
                        }
                    ]
                ) { _ in }
                $0.on(
                    "/owned-guard",
                    guards: [
                        Guard("guard", by: self) { screen, _ in
                            self.show()
                            return .proceed
                        }
                    ]
                ) { _ in }
            }
        }
    }

    /// A function of a router that runs on the actor of a screen.
    enum Function: CaseIterable {
        case block, asynchronousBlock, unmatched
    }

    struct Typed: TypedRoute { static let pattern = "/typed" }
    struct TypedLater: TypedRoute { static let pattern = "/typed-later" }
    struct Owned: TypedRoute { static let pattern = "/typed-owned" }
    struct OwnedLater: TypedRoute { static let pattern = "/typed-owned-later" }

    static let paths = [
        "handler", "later", "owned", "owned-later", "typed", "typed-later", "typed-owned", "typed-owned-later",
        "guard", "owned-guard",
    ]

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    @Test(arguments: paths)
    func whatWasToBeginOnAnotherActorDoesNot(path: String) async throws {
        let log = Recorder<String>()
        let router = Router(origins: ["shop://"], pending: .cancelsOlder)
        let screen = Screen(log: log)
        try await screen.register(at: router)
        try router.register { $0.on("/newer") { _ in log.add("newer") } }

        screen.executor.hold()
        let older = Task { await router.open("shop://\(path)") }
        await screen.executor.isHolding.wait()
        #expect(Self.openAtOnce("shop://newer", router).isHandled)
        screen.executor.release()
        #expect(await older.value.summary == "superseded by shop://newer")
        #expect(log.all == ["newer"])
    }

    @Test(arguments: Function.allCases)
    func aFunctionThatWasToBeginOnAnotherActorDoesNot(function: Function) async throws {
        let log = Recorder<String>()
        let router = Router(origins: ["shop://"], pending: .cancelsOlder)
        let screen = Screen(log: log)
        await screen.add(function, to: router)
        try router.register {
            $0.on("/older") { _ in function == .unmatched ? .declined : .handled }
            $0.on("/newer") { _ in log.add("newer") }
        }

        screen.executor.hold()
        let older = Task { await router.open("shop://older") }
        await screen.executor.isHolding.wait()
        // Otherwise the block would ask for the newer opening, too.
        router.cancel(by: screen)
        #expect(Self.openAtOnce("shop://newer", router).isHandled)
        screen.executor.release()
        #expect(await older.value.summary == "superseded by shop://newer")
        #expect(log.all == ["newer"])
    }
}
