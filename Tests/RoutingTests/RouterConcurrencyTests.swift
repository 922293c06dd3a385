import Routing
import Testing

struct RouterConcurrencyTests {
    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.open(url) }

    @Test
    func registeringRemovingAndOpeningAtOnceLosesNothing() async throws {
        let router = Router()
        let steady = Recorder<Int>()
        let rounds = 200
        try router.register { $0.on("/steady/:id") { match in steady.add(try match["id", as: Int.self]) } }
        await withTaskGroup(of: Void.self) { tasks in
            for task in 0..<4 {
                tasks.addTask {
                    for round in 0..<rounds {
                        let own = Recorder<Int>()
                        let path = "/own/\(task)/\(round)"
                        let group = try? router.register { $0.on(path) { _ in own.add(round) } }
                        #expect(Self.openAtOnce("x:\(path)", router).isHandled)
                        #expect(await router.open("x:/steady/\(round)").isHandled)
                        #expect(group.map { router.remove($0) } == 1)
                        #expect(await router.open("x:\(path)").summary == "not found")
                        #expect(own.all == [round])
                    }
                }
            }
        }
        #expect(steady.all.count == 4 * rounds)
        #expect(router.routes.count == 1)
    }

    /// Looks at the router when it is released, which would never end while the lock is held.
    final class LastWitness: Sendable {
        let router: Router

        init(_ router: Router) { self.router = router }

        deinit { _ = router.canOpen("x:/a") }
    }

    @Test(.timeLimit(.minutes(1)))
    func handlersAreReleasedOutsideOfTheLock() throws {
        let router = Router()
        func register() throws -> RouteGroup {
            let witness = LastWitness(router)
            return try router.register { $0.on("/a") { _ in _ = witness } }
        }
        let group = try register()
        #expect(router.remove(group) == 1)
    }
}
