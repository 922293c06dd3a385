import Routing
import Testing

struct RouterConcurrencyTests {
    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

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

    @Test
    func handlersAreReleasedOutsideOfTheLock() throws {
        let router = Router()
        func register() throws -> RouteGroup {
            let witness = LastWitness(router)
            return try router.register { $0.on("/a") { _ in _ = witness } }
        }
        let group = try register()
        #expect(router.remove(group) == 1)
    }

    @Test
    func concurrentRegistrationsLoseNoRoute() async throws {
        let router = Router()
        await withTaskGroup(of: Void.self) { tasks in
            for task in 0..<4 {
                tasks.addTask {
                    for round in 0..<50 {
                        #expect(throws: Never.self) {
                            try router.register {
                                $0.on("/\(task)/\(round)") { _ in }
                                $0.redirect("/old/\(task)/\(round)", to: "/\(task)/\(round)")
                            }
                        }
                    }
                }
            }
        }
        #expect(router.routes.count == 400)
        for task in 0..<4 { #expect(router.canOpen("x:/old/\(task)/49")) }
    }

    /// Registers with the router while it looks whether a redirect leads in a cycle.
    @Test
    func registeringInsideARegistrationWorks() throws {
        let router = Router()
        try router.register { routes in
            routes.on("/a") { _ in }
            _ = try? router.redirect("/b", to: "/a")
        }
        #expect(router.routes.map(\.pattern.text) == ["/b", "/a"])
    }

    /// One module mounts at a time; the others are refused, and an opening finds one whole module or none.
    @Test
    func mountingAndUnmountingOnePlaceNeverMixes() async throws {
        let router = Router(host: .path)
        let held = Recorder<Int>()
        await withTaskGroup(of: Void.self) { tasks in
            for task in 0..<4 {
                tasks.addTask {
                    for round in 0..<100 {
                        let named = Guard("g") { match in
                            match.route.options.name == "\(task)" ? .proceed : .refuse("mixed")
                        }
                        let options = RouteOptions(name: "\(task)")
                        let group = try? router.mount("/m", guards: [named]) {
                            $0.on("/:id", options: options) { _ in task }
                            $0.on("/:id/more", options: options) { _ in task }
                        }
                        let outcome = await router.open("x://m/\(round)")
                        #expect(["handled", "not found"].contains(outcome.summary))
                        guard let group else { continue }
                        held.add(task)
                        #expect(await router.open("x://m/1/more").value(as: Int.self) == task)
                        #expect(router.remove(group) == 2)
                    }
                }
            }
        }
        #expect(router.routes.isEmpty && !held.all.isEmpty)
        #expect(await router.open("x://m/1").summary == "not found")
    }

    @Test
    func navigationsAreParkedAndResumedWhileModulesComeAndGo() async throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on("/sign-in") { _ in } }
        await withTaskGroup(of: Void.self) { tasks in
            for task in 0..<4 {
                tasks.addTask {
                    for round in 0..<50 {
                        let isOpen = Recorder<Int>()
                        let later = Guard("later") { _ in isOpen.all.isEmpty ? .park(redirect: "/sign-in") : .proceed }
                        let url = "shop://\(task)/\(round)"
                        let group = try? router.mount("/\(task)", guards: [later]) { $0.on("/:id") { _ in round } }
                        guard let group, case .parked(let parked) = await router.open(url).result else {
                            Issue.record("\(url)")
                            return
                        }
                        isOpen.add(1)
                        #expect(await router.resume(parked).value(as: Int.self) == round)
                        router.remove(group)
                        #expect(await router.resume(parked).summary == "not found")
                        router.onUnmatched { _ in isOpen.add(2) }
                    }
                }
            }
        }
        #expect(router.routes.count == 1)
    }
}
