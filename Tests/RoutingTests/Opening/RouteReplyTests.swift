import Routing
import Testing

/// Every way to write a handler, and what it is taken to have said.
struct RouteReplyTests {
    struct Broken: Error {}

    @MainActor
    final class Screen {
        var asked = 0

        func show(_ match: RouteMatch) { asked += 1 }

        func show() { asked += 1 }

        func decide(_ match: RouteMatch) -> RouteReply {
            asked += 1
            return match["yes"] == nil ? .declined : .handled
        }

        func decideLater(_ match: RouteMatch) async -> RouteReply {
            await Task.yield()
            return decide(match)
        }

        func count(_ match: RouteMatch) -> Int {
            asked += 1
            return asked
        }

        func registerWeakly(with router: Router) throws {
            try router.register {
                $0.on("/show") { [weak self] match in self?.show(match) }
                $0.on("/decide") { [weak self] match in self?.decide(match) }
                $0.on("/later") { [weak self] match in await self?.decideLater(match) }
            }
        }

        func register(with router: Router) throws {
            try router.register {
                $0.on("/show") { match in self.show(match) }
                $0.on("/count") { match in self.count(match) }
                $0.on("/two-statements") { match in
                    self.asked += 1
                    self.show(match)
                }
                $0.on("/decide") { match in self.decide(match) }
                $0.on("/decide-later") { match in await self.decideLater(match) }
                $0.on("/decide-second") { match in
                    self.asked += 1
                    return self.decide(match)
                }
                $0.on("/function", perform: self.decide)
                $0.on("/function-later", perform: self.decideLater)
            }
        }
    }

    static let screenReplies = [
        ("x:/show", "handled"), ("x:/count", "handled"), ("x:/two-statements", "handled"),
        ("x:/decide", "declined"), ("x:/decide?yes", "handled"),
        ("x:/decide-later", "declined"), ("x:/decide-later?yes", "handled"),
        ("x:/decide-second", "declined"), ("x:/decide-second?yes", "handled"),
        ("x:/function", "declined"), ("x:/function?yes", "handled"),
        ("x:/function-later", "declined"), ("x:/function-later?yes", "handled"),
    ]

    @Test(arguments: screenReplies)
    func aReplyThatAScreensFunctionReturnsCounts(url: String, expected: String) async throws {
        let router = Router()
        let screen = Screen()
        try await screen.register(with: router)
        #expect(await router.open(url).summary == expected)
        #expect(await screen.asked > 0)
    }

    @Test(arguments: [
        ("x:/show", "handled"), ("x:/decide", "declined"), ("x:/later", "declined"), ("x:/decide?yes", "handled"),
    ]) @MainActor
    func nilDoesNotDecline(url: String, expected: String) async throws {
        let router = Router()
        var screen: Screen? = Screen()
        try screen?.registerWeakly(with: router)
        #expect(await router.open(url).summary == expected)
        screen = nil
        #expect(await router.open(url).summary == "handled")
        #expect(await router.open(url).value(as: RouteReply.self) == nil)
    }

    /// A body of one expression, and one of several statements.
    @Test(arguments: [
        ("void", "handled"), ("reply", "handled"), ("value", "handled"), ("declined", "declined"),
        ("some declined", "declined"), ("some value", "handled"),
    ])
    func aResultMeansTheSameInABodyOfAnyForm(kind: String, expected: String) async throws {
        let router = Router()
        let none: Screen? = nil
        let noReply: RouteReply? = nil
        let noValue: Int? = nil
        let aValue: Int? = 3
        let aReply: RouteReply? = .declined
        try router.register {
            $0.on("/void/1") { _ in await none?.show() }
            $0.on("/void/2") { _ in
                _ = 1
                await none?.show()
            }
            $0.on("/void/3") { _ in
                _ = 1
                return await none?.show()
            }
            $0.on("/reply/1") { _ in noReply }
            $0.on("/reply/2") { _ in
                _ = 1
                return noReply
            }
            $0.on("/value/1") { _ in noValue }
            $0.on("/value/2") { _ in
                _ = 1
                return noValue
            }
            $0.on("/declined/1") { _ in .declined }
            $0.on("/declined/2") { _ in
                _ = 1
                return .declined
            }
            $0.on("/some declined/1") { _ in aReply }
            $0.on("/some declined/2") { _ in
                _ = 1
                return aReply
            }
            $0.on("/some value/1") { _ in aValue }
            $0.on("/some value/2") { _ in
                _ = 1
                return aValue
            }
        }
        for number in 1...3 where router.canOpen("x:/\(kind)/\(number)") {
            let outcome = await router.open("x:/\(kind)/\(number)")
            #expect(outcome.summary == expected, "\(number)")
            #expect(outcome.value(as: Int.self) == (kind == "some value" ? 3 : nil))
        }
    }

    /// A handler of each form that returns a `Bool`, here the item `may` of the query.
    @MainActor
    private func makeDecidingRouter(_ screen: Screen) throws -> Router {
        struct Typed: TypedRoute {
            static let pattern = "/typed?may"
            var may: Bool
        }
        let router = Router()
        try router.register {
            $0.on("/plain") { match in try match["may", as: Bool.self] }
            $0.on("/statements") { match in
                screen.asked += 1
                return try match["may", as: Bool.self]
            }
            $0.on("/later") { match in
                await Task.yield()
                return try match["may", as: Bool.self]
            }
            $0.on("/owner", by: screen) { _, match in try match["may", as: Bool.self] }
            $0.on("/owner-later", by: screen) { _, match in
                await Task.yield()
                return try match["may", as: Bool.self]
            }
            $0.on("/optional") { match -> Bool? in try match["may", as: Bool.self] }
            $0.on("/any") { match -> any Sendable in try match["may", as: Bool.self] }
            $0.on("/typed-by-hand") { match in try match.decode(Typed.self).may }
            $0.on(Typed.self) { route, _ in route.may }
        }
        return router
    }

    @Test(arguments: [
        "plain", "statements", "later", "owner", "owner-later", "optional", "any", "typed-by-hand", "typed",
    ]) @MainActor
    func falseDeclines(path: String) async throws {
        let screen = Screen()
        let router = try makeDecidingRouter(screen)
        #expect(await router.open("x:/\(path)?may=false").summary == "declined")
        let outcome = await router.open("x:/\(path)?may=true")
        #expect(outcome.summary == "handled")
        #expect(outcome.value(as: Bool.self) == true)
        try router.register { $0.on("/*") { _ in "next" } }
        #expect(await router.open("x:/\(path)?may=false").value(as: String.self) == "next")
    }

    @Test @MainActor
    func falseDeclinesInASynchronousOpening() throws {
        let router = try makeDecidingRouter(Screen())
        #expect(router.openNow("x:/owner?may=false").summary == "declined")
        #expect(router.openNow("x:/owner?may=true").summary == "handled")
    }

    @Test
    func aReplyCanHaveFalseAsItsValue() async throws {
        let router = Router()
        try router.register {
            $0.on("/value") { _ in .value(false) }
            $0.on("/zero") { _ in 0 }
        }
        #expect(await router.open("x:/value").value(as: Bool.self) == false)
        #expect(await router.open("x:/zero").value(as: Int.self) == 0)
    }

    @Test
    func anOptionalValueIsAValue() async throws {
        let router = Router()
        try router.register { $0.on("/:id:Int") { match in Int(match["id"] ?? "").flatMap { $0 > 1 ? $0 : nil } } }
        #expect(await router.open("x:/1").summary == "handled")
        #expect(await router.open("x:/2").value(as: Int.self) == 2)
    }

    @Test(arguments: screenReplies) @MainActor
    func aReplyCountsInASynchronousOpening(url: String, expected: String) throws {
        let router = Router()
        let screen = Screen()
        try screen.register(with: router)
        #expect(router.openNow(url).summary == (url.contains("later") ? "needs await" : expected))
    }

    @Test(arguments: [
        ("x:/literal", "declined"), ("x:/literal-later", "declined"), ("x:/throws", "failed Broken()"),
        ("x:/statements", "declined"), ("x:/if/1", "handled"), ("x:/if/2", "declined"), ("x:/switch/1", "handled"),
        ("x:/switch/2", "declined"), ("x:/optional", "declined"), ("x:/early", "declined"), ("x:/nothing", "handled"),
    ])
    func aReplyMayBeWrittenInAnyForm(url: String, expected: String) async throws {
        let router = Router()
        let reply: RouteReply? = .declined
        try router.register {
            $0.on("/literal") { _ in .declined }
            $0.on("/literal-later") { _ in
                await Task.yield()
                return .declined
            }
            $0.on("/throws") { _ in throw Broken() }
            $0.on("/statements") { match in
                let url = match.url
                guard url.isEmpty else { return .declined }
                return .handled
            }
            $0.on("/if/:x") { match in if match["x"] == "1" { .handled } else { .declined } }
            $0.on("/switch/:x") { match in
                switch match["x"] {
                case "1": .handled
                default: .declined
                }
            }
            $0.on("/optional") { _ in reply }
            $0.on("/early") { _ in
                if reply != nil { return RouteReply.declined }
                return .handled
            }
            $0.on("/nothing") { _ in }
        }
        #expect(await router.open(url).summary == expected)
    }
}
