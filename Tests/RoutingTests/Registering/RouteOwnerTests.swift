import Dispatchers
import Routing
import Testing

/// Handlers that belong to an object, and guards of one route.
struct RouteOwnerTests {
    @MainActor
    final class Screen {
        var shown: [String] = []

        func register(with router: Router) throws {
            try router.register {
                $0.on("/show/:id", "/again/:id", by: self) { screen, match in screen.shown.append(match["id"] ?? "") }
                $0.on("/later/:id", by: self) { screen, match in
                    await Task.yield()
                    screen.shown.append(match["id"] ?? "")
                }
                $0.on("/count", by: self) { screen, _ in screen.shown.count }
                $0.on(TypedRouteTests.Product.self, by: self) { screen, place, match in
                    screen.shown.append("\(place.id) of \(match.pattern.text)")
                }
                $0.on(Later.self, by: self) { screen, place, match in
                    await Task.yield()
                    screen.shown.append("\(place.id) of \(match["source"] ?? "")")
                }
                $0.on("/declines", by: self) { screen, _ in screen.shown.isEmpty ? .declined : .handled }
            }
        }
    }

    struct Later: TypedRoute {
        static let pattern = "/typed-later/:id"
        let id: Int
    }

    actor Store {
        var count = 0

        func register(with router: Router) throws {
            try router.register {
                $0.on("/store", by: self) { store, _ in
                    await store.add()
                }
            }
        }

        func add() -> Int {
            count += 1
            return count
        }
    }

    final class Plain: Sendable {
        let log: Recorder<String>
        init(_ log: Recorder<String>) { self.log = log }
        deinit { log.add("gone") }
    }

    @Test @MainActor
    func aHandlerGetsItsOwnerAndDeclinesOnceThatIsGone() async throws {
        let router = Router()
        var screen: Screen? = Screen()
        try screen?.register(with: router)
        try router.register { $0.on("/*", priority: -1) { _ in "other" } }
        #expect(await router.open("x:/declines").value() == "other")
        #expect(await router.open("x:/show/1").isHandled && router.open("x:/again/2", router).isHandled)
        #expect(await router.open("x:/later/3").isHandled)
        #expect(await router.open("x:/count").value() == 3)
        #expect(screen?.shown == ["1", "2", "3"])
        weak let weakly = screen
        screen = nil
        #expect(weakly == nil)
        for path in ["show/1", "again/2", "later/3", "count"] {
            #expect(await router.open("x:/\(path)").value() == "other")
            #expect(router.open("x:/\(path)", router).value() == (path == "later/3" ? nil : "other"))
        }
    }

    /// A typed handler gets its owner, the value and the match, on the isolation that it was written in.
    @Test @MainActor
    func aTypedHandlerGetsItsOwnerAndDeclinesOnceThatIsGone() async throws {
        let router = Router()
        var screen: Screen? = Screen()
        try screen?.register(with: router)
        #expect(router.open("x:/product/1", router).isHandled)
        #expect(await Task.detached { await router.open("x:/product/2") }.value.isHandled)
        #expect(await router.open("x:/typed-later/3", extras: ["source": "push"]).isHandled)
        #expect(router.open("x:/typed-later/3", router).summary == "needs await")
        #expect(await router.open("x:/product/none").summary == "declined")
        #expect(screen?.shown == ["1 of /product/:id", "2 of /product/:id", "3 of push"])
        screen = nil
        for path in ["product/1", "typed-later/3"] {
            #expect(await router.open("x:/\(path)").summary == "declined")
        }
    }

    @Test
    func anActorMayBeTheOwner() async throws {
        let router = Router()
        let store = Store()
        try await store.register(with: router)
        #expect(await router.open("x:/store").value() == 1)
    }

    /// The owner is released after the call at the latest, and never while the router's lock is held.
    @Test
    func anOwnerThatGoesWhileItsHandlerRunsIsHeldUntilTheEnd() async throws {
        let router = Router()
        let log = Recorder<String>()
        let box = Recorder<Plain>()
        do {
            let plain = Plain(log)
            let holder = Holder(plain)
            try router.register {
                $0.on("/a", by: plain) { plain, _ in
                    holder.empty()
                    plain.log.add("runs")
                }
            }
        }
        #expect(await router.open("x:/a").isHandled)
        #expect(log.all == ["runs", "gone"])
        #expect(await router.open("x:/a").summary == "declined")
        #expect(box.all.isEmpty)
    }

    final class Holder: Sendable {
        private let kept: Protected<Plain?>
        init(_ plain: Plain) { kept = Protected(plain) }
        func empty() {
            let plain = kept.withLock { kept in
                defer { kept = nil }
                return kept
            }
            _ = plain
        }
    }

    @Test
    func theGuardsOfARouteAreAskedAfterThoseOfItsGroup() async throws {
        let router = Router()
        let log = Recorder<String>()
        let named = { (name: String) in
            Guard(name) { _ in
                log.add(name)
                return .proceed
            }
        }
        let plain = Plain(Recorder())
        try router.mount("/orders", guards: [named("group")]) {
            $0.on("/a", guards: [named("route 1"), named("route 2")], priority: 1) { _ in log.add("handler") }
            $0.on("/b", by: plain, guards: [named("owner's")]) { _, _ in log.add("handler") }
            $0.on(TypedRouteTests.Product.self, guards: [named("typed")]) { _, _ in log.add("handler") }
        }
        for path in ["a", "b", "product/1"] { await router.open("x:/orders/\(path)") }
        #expect(
            log.all == [
                "group", "route 1", "route 2", "handler", "group", "owner's", "handler", "group", "typed", "handler",
            ])
        #expect(router.routes.map { $0.guards.map(\.name) }.first == ["group", "route 1", "route 2"])
    }

    @Test @MainActor
    func aScreenThatIsCreatedAgainReplacesTheRoutesOfTheReleasedOne() async throws {
        let router = Router()
        for _ in 0..<3 {
            let screen = Screen()
            try screen.register(with: router)
            #expect(router.routes.count == 7)
            #expect(await router.open("x:/show/1").isHandled)
            #expect(screen.shown == ["1"])
        }
    }

    @Test @MainActor
    func aRouteWithoutAnOwnerReplacesOneWhoseOwnerWasReleased() async throws {
        let router = Router()
        try Screen().register(with: router)
        try router.register { $0.on("/show/:name") { _ in } }
        #expect(router.routes.map(\.pattern.text) == ["/show/:name"])
    }

    @Test @MainActor
    func theOutcomeAndTheExplanationSayThatTheOwnerWasReleased() async throws {
        let router = Router()
        let screen = Screen()
        try screen.register(with: router)
        #expect(!"\(router.explain("x:/show/1"))".contains("released"))
        do {
            let other = Screen()
            try router.register { $0.on("/dead", by: other) { _, _ in } }
        }
        #expect("\(router.explain("x:/dead"))" == "x:/dead matches “/dead”. It declines: its owner was released.")
        #expect("\(await router.open("x:/dead"))".contains("its owner was released"))
        withExtendedLifetime(screen) {}
    }
}

extension Router {
    /// Opens without waiting, from an asynchronous test.
    @MainActor
    fileprivate func open(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }
}
