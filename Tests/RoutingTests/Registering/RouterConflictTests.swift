import Dispatchers
import Testing

@testable import Routing

/// Routes of one module that keep those of another from being registered.
@Suite struct RouterConflictTests {
    @Test(arguments: [
        ("/a/:x", 0, "/a/:y", 0, "has the shape and the priority of"),
        ("/a/*", 5, "/a/:x", 0, "is hidden"),
        ("/a/:x", 0, "/a/*", 5, "is hidden"),
        ("/a/:x:Int", 0, "/a/:y:Double", 0, "Only the order of registration decides between"),
    ])
    func aConflictNamesBothRoutesAndBothPlaces(
        first: String, firstPriority: Int, second: String, secondPriority: Int, sentence: String
    ) throws {
        let router = Router()
        try router.register { $0.on(first, priority: firstPriority, fileID: "Shop/A.swift", line: 1) { _ in } }
        let error = try #require(throws: RouteRegistrationError.self) {
            try router.register { $0.on(second, priority: secondPriority, fileID: "News/B.swift", line: 2) { _ in } }
        }
        let problem = try #require(error.problems.first)
        #expect(error.says([sentence]))
        #expect(problem.description.contains("“\(second)”"))
        #expect(problem.other?.pattern.text == first)
        #expect("\(problem.location)" == "News/B.swift:2")
        #expect("\(try #require(problem.other?.location))" == "Shop/A.swift:1")
        for text in [first, second, "News/B.swift:2", "Shop/A.swift:1"] { #expect("\(problem)".contains(text)) }
        #expect(router.routes.count == 1)
    }

    @Test(arguments: [("/p/:id", 1, "/p/:name", 0), ("/p/:name", 0, "/p/:id", 1)])
    func aHiddenRouteFollowsAfterADeclineIfTheLaterOneIsOverriding(
        first: String, firstPriority: Int, second: String, secondPriority: Int
    ) throws {
        let router = Router()
        let reply = { @Sendable (priority: Int) -> RouteReply in priority > 0 ? .declined : .value(7) }
        try router.register { $0.on(first, priority: firstPriority) { _ in reply(firstPriority) } }
        let error = try #require(throws: RouteRegistrationError.self) {
            try router.register { $0.on(second, priority: secondPriority) { _ in reply(secondPriority) } }
        }
        #expect(error.says(["If “/p/:id” may decline, and “/p/:name” is to follow, say `overriding: true`."]))
        try router.register {
            $0.on(second, priority: secondPriority, overriding: true) { _ in reply(secondPriority) }
        }
        #expect(router.openNow("shop:///p/1").value(as: Int.self) == 7)
    }

    @Test func anAmbiguityShowsAURLThatBothTake() throws {
        let router = Router(origins: ["shop://"])
        let error = try #require(throws: RouteRegistrationError.self) {
            try router.register {
                $0.on("/a/:x:Int") { _ in }
                $0.on("/a/:y:Double") { _ in }
            }
        }
        let text = "\(error)"
        let url = try #require(text.split(separator: "both match: “").last?.prefix { $0 != "”" })
        try router.register { $0.on("/a/:x:Int") { _ in } }
        #expect(router.canOpen(String(url)))
    }

    @Test(arguments: [("/a/:y", 0), ("/a/*", 5), ("/a/:y:Double", 0)])
    func anOverridingRouteIsRegisteredAllTheSame(pattern: String, priority: Int) throws {
        let router = Router()
        try router.register {
            $0.on("/a/:x") { _ in }
            $0.on("/a/:x:Int") { _ in }
        }
        try router.register { $0.on(pattern, priority: priority, overriding: true) { _ in } }
        #expect(router.routes.count == 3)
    }

    @Test func allConflictsOfAModuleAreReportedTogether() throws {
        let router = Router()
        try router.register { $0.on("/a", "/b/:x", "/c/*") { _ in } }
        let error = try #require(throws: RouteRegistrationError.self) {
            try router.register { $0.on("/a", "/b/:y", "/(", "/c/*rest") { _ in } }
        }
        let duplicate = "has the shape and the priority of"
        #expect(error.says(["/(", duplicate, duplicate, duplicate]))
        #expect(router.routes.count == 3)
    }
}
