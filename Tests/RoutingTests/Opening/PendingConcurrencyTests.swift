import Routing
import Testing

/// Openings on many threads, where a newer opening supersedes the older.
struct PendingConcurrencyTests {
    /// An actor on which guards and handlers run, so that their order is known.
    actor Stage {
        /// The opening whose guard ran last.
        var last = ""
        var handledCount = 0
        var lateCount = 0

        func register(at router: Router) throws {
            let enters = Guard("enters") { match in
                self.last = match["id"] ?? ""
                return .proceed
            }
            let waits = Guard("waits") { _ in
                await Task.yield()
                return .proceed
            }
            try router.register(guards: [enters, waits]) {
                $0.on("/at-once/:id") { match in self.handle(match) }
                $0.on("/later/:id") { match async in self.handle(match) }
                $0.on("/declined/:id", priority: 1) { match async in
                    self.handle(match)
                    return .declined
                }
                $0.on("/declined/*") { match in self.handledCount += 1 }
                $0.redirect("/redirected/:id", to: "/later/:id")
            }
        }

        /// Notes a handler that runs although the guard of a newer opening has run.
        func handle(_ match: RouteMatch) {
            handledCount += 1
            if match["id"] != last { lateCount += 1 }
        }
    }

    static let rounds = 200

    @Test
    func noHandlerOfAnOlderOpeningBeginsOnceAGuardOfANewerRan() async throws {
        let router = Router(origins: ["shop://"], pending: .cancelsOlder)
        let stage = Stage()
        try await stage.register(at: router)
        await withTaskGroup(of: Void.self) { tasks in
            for task in 0..<4 {
                tasks.addTask {
                    for round in 0..<Self.rounds {
                        let path = ["at-once", "later", "declined", "redirected"][round % 4]
                        let summary = await router.open("shop://\(path)/\(task)-\(round)").summary
                        #expect(summary == "handled" || summary.hasPrefix("superseded by shop://"))
                    }
                }
            }
        }
        #expect(await stage.lateCount == 0)
        #expect(await stage.handledCount > 0)
        #expect(await router.open("shop://later/last").isHandled)
    }

    @Test
    func blocksComeAndGoWhileURLsAreOpened() async throws {
        let router = Router(origins: ["shop://"], pending: .cancelsOlder)
        try router.register {
            $0.on("/plain/:id") { _ in await Task.yield() }
            $0.on("/nested/:id") { match in await router.open("shop://plain/\(match["id"] ?? "")").isHandled }
        }
        await withTaskGroup(of: Void.self) { tasks in
            for task in 0..<4 {
                tasks.addTask {
                    for round in 0..<Self.rounds {
                        let block =
                            round % 2 == 0 ? router.block { _ in round % 4 == 0 } : router.block { _ async in true }
                        let summary = await router.open("shop://\(round % 3 == 0 ? "nested" : "plain")/\(task)").summary
                        #expect(
                            ["handled", "blocked"].contains(summary) || summary.hasPrefix("superseded by shop://"))
                        block.cancel()
                    }
                }
            }
        }
        #expect(router.blocks.isEmpty)
        #expect(await router.open("shop://nested/last").value(as: Bool.self) == true)
    }
}
