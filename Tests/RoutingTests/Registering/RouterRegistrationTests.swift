import Dispatchers
import Testing

@testable import Routing

struct RouterRegistrationTests {
    @Test
    func allErrorsOfAModuleAreThrownAtOnceAndNothingIsRegistered() throws {
        let router = Router()
        try router.register { $0.on("/user/:id") { _ in } }
        let line = #line
        let module = { (routes: inout RouteBuilder) in
            routes.on("/good") { _ in }
            routes.on("/a//b") { _ in }
            routes.mount("/(") { $0.on("/never-seen") { _ in } }
            routes.on("/twice/:a") { _ in }
            routes.on("/twice/:b") { _ in }
            routes.on("/user/:name") { _ in }
        }
        let error = try #require(throws: RouteRegistrationError.self) { try router.register(module) }
        #expect(error.says(["“/a//b”", "“/(”", "“/twice/:b”", "“/user/:name”"]))
        #expect(error.problems.map(\.location.line) == [line + 3, line + 4, line + 6, line + 7])
        #expect(error.description.contains("a segment is empty") && error.description.contains("no partner"))
        #expect(error.problems.compactMap(\.other?.pattern.text) == ["/twice/:a", "/user/:id"])
        #expect(error.problems.compactMap(\.other?.location.line) == [line + 5, line - 1])
        #expect(error.description.split(separator: "\n").count == 4)
        #expect(router.routes.map(\.pattern.text) == ["/user/:id"])
    }

    private static func nest(_ count: Int, _ routes: inout RouteBuilder) {
        if count == 0 { return routes.on("/inside") { _ in } }
        routes.mount("/") { nest(count - 1, &$0) }
    }

    @Test
    func groupsAreNestedUpToALimit() throws {
        let router = Router()
        let deepest = RouteGroup.deepestNesting - 1
        let group = try router.register { Self.nest(deepest, &$0) }
        #expect(router.routes.map(\.pattern.text) == ["/inside"])
        router.remove(group)
        #expect(router.routes.isEmpty)
        let error = try #require(throws: RouteRegistrationError.self) {
            try router.register { Self.nest(deepest + 1, &$0) }
        }
        #expect(error.says(["Groups are nested at most 128 deep, so “/” cannot be mounted"]))
        #expect(router.routes.isEmpty)
    }

    @Test(arguments: [
        ("/a/:x", "/a/:y", true), ("/a/*", "/a/*rest", true), ("/a(/b)", "/a", true), ("/a(/:x)", "/a/:y(/c)", true),
        ("/a", "a/", true), ("/a", "/:x", false), ("/a/*/b", "/a/:x/b", false), ("/a", "/A", false),
        ("/a/*", "/a", false),
    ])
    func routesOfOneShapeAreDuplicates(first: String, second: String, areDuplicates: Bool) throws {
        let register = { (priority: Int, isOverriding: Bool) throws -> Int in
            let router = Router()
            try router.register { $0.on(first) { _ in } }
            try router.register { $0.on(second, priority: priority, overriding: isOverriding) { _ in } }
            return router.routes.count
        }
        #expect((try? register(0, false)) == (areDuplicates ? nil : 2))
        #expect(try register(1, true) == 2)
        #expect(try register(0, true) == 2)
    }

    @Test
    func aGroupIsRemovedWithAllMountedInsideIt() throws {
        let router = Router()
        let group = try router.mount("/shop") {
            $0.on("/", "/home") { _ in }
            $0.mount("/orders") { $0.on("/:id") { _ in } }
        }
        try router.register { $0.on("/help") { _ in } }
        #expect(router.canOpen("x:/shop/orders/1"))
        #expect(router.remove(group) == 3)
        #expect(router.remove(group) == 0)
        #expect(router.routes.map(\.pattern.text) == ["/help"])
        #expect(!router.canOpen("x:/shop") && router.canOpen("x:/help"))
    }

    @Test(arguments: [
        ("(b)/c", "/a/(b)/c", ["x:/a/b/c", "x:/a/c"]), ("(/b)/c", "/a(/b)/c", ["x:/a/b/c", "x:/a/c"]),
        ("((b))", "/a/((b))", ["x:/a", "x:/a/b"]), ("((/b))", "/a((/b))", ["x:/a", "x:/a/b"]),
        ("b", "/a/b", ["x:/a/b"]),
        ("/\u{301}", "/a/\u{301}", ["x:/a/%CC%81"]), ("/", "/a/", ["x:/a"]), ("", "/a/", ["x:/a"]),
    ])
    func aPrefixAndAPatternAreJoinedByOneSlash(pattern: String, whole: String, urls: [String]) throws {
        let router = Router()
        try router.mount("/a/") { $0.on(pattern) { _ in } }
        #expect(router.routes.map(\.pattern.text) == [whole])
        for url in urls { #expect(router.canOpen(url)) }
    }

    @Test
    func everythingThatIsRegisteredIsListed() throws {
        let router = Router(guards: [Guard("open") { _ in .proceed }])
        let line = #line + 1
        try router.mount("/orders/", guards: [Guard("signed in") { _ in .proceed }]) {
            $0.on(":id", priority: 2) { _ in }
            $0.on("(/late)") { _ in }
        }
        let routes = router.routes
        #expect(routes.map(\.pattern.text) == ["/orders/:id", "/orders(/late)"])
        #expect(routes.map(\.priority) == [2, 0])
        #expect(routes.map { $0.guards.map(\.name) } == [["open", "signed in"], ["open", "signed in"]])
        #expect(routes.map(\.location.line) == [line + 1, line + 2])
        #expect(routes[0].description == "/orders/:id [2] behind open, signed in (\(routes[0].location))")
        #expect("\(router.table)".contains(":id  → /orders/:id [2]"))
    }

    @Test
    func aDuplicateBehindAHigherPriorityIsFound() throws {
        let router = Router()
        try router.register {
            $0.on("/a", priority: 5) { _ in }
            $0.on("/a", overriding: true) { _ in }
        }
        #expect(throws: RouteRegistrationError.self) { try router.register { $0.on("/a") { _ in } } }
    }

    @Test
    func anInnerGroupIsRemovedAlone() throws {
        let router = Router()
        var inner: RouteGroup?
        let outer = try router.register {
            $0.on("/a") { _ in }
            inner = $0.mount("/b") { $0.on("/c") { _ in } }
            $0.mount("/d") { $0.on("/e") { _ in } }
        }
        #expect(inner.map { router.remove($0) } == 1)
        #expect(router.routes.map(\.pattern.text) == ["/a", "/d/e"])
        #expect(router.remove(outer) == 2)
    }

    @Test
    func oneRouteIsRemovedAndNoOtherOfItsPattern() throws {
        let router = Router()
        try router.register {
            $0.on("/a", "/b") { _ in }
            $0.on("/a", priority: 1, overriding: true) { _ in }
        }
        let routes = router.routes
        #expect(Set(routes.map(\.id)).count == 3)
        #expect(router.remove { $0 == routes[0] } == 1)
        #expect(router.remove { $0 == routes[0] } == 0)
        #expect(router.routes.map(\.id) == [routes[1].id, routes[2].id])
        #expect(router.canOpen("x:/a") && router.canOpen("x:/b"))
    }

    @Test
    func aRemovedRouteCanBeRegisteredAgain() throws {
        let router = Router()
        for _ in 0..<2 {
            let group = try router.mount("/a") { $0.on("/:id") { _ in } }
            #expect(router.remove(group) == 1)
        }
        #expect(router.routes.isEmpty)
    }
}
