import AllocationCounter
import Routing
import Testing

@Suite("Routers that grow", .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"))
struct RouterGrowthTests {
    /// The bytes that so many registrations allocate.
    private func allocated(_ count: Int, _ register: (Router, Int) throws -> Void) rethrows -> Int {
        let router = Router()
        let before = allocatedBytesOfThisThread()
        for number in 0..<count { try register(router, number) }
        return allocatedBytesOfThisThread() - before
    }

    @Test(
        "registering routes one by one allocates in proportion to their number",
        arguments: ["/route#", "/area#/:id(/edit)", "/x/:{id:Int}/page#", "/x/:name.v#"], [0, 1])
    func oneByOneIsLinear(form: String, priority: Int) throws {
        let bytes = try [300, 3_000].map { count in
            try allocated(count) { router, number in
                let pattern = form.replacing("#", with: "\(10_000 + number)")
                try router.register { $0.on(pattern, priority: number % 2 * priority) { _ in } }
            }
        }
        #expect(bytes[1] <= 15 * bytes[0])
    }

    @Test("registering redirects one by one allocates in proportion to their number")
    func redirectsOneByOneAreLinear() throws {
        let bytes = try [200, 1_000].map { count in
            try allocated(count) { router, number in try router.redirect("/old\(number)/:id", to: "/new\(number)/:id") }
        }
        #expect(bytes[1] <= 8 * bytes[0])
    }

    private final class Screen: Sendable {}

    @Test("registering routes of owners one by one allocates in proportion to their number")
    func routesOfOwnersAreLinear() throws {
        let screens = (0..<3_000).map { _ in Screen() }
        let bytes = try [300, 3_000].map { count in
            try allocated(count) { router, number in
                try router.register { $0.on("/route\(10_000 + number)", by: screens[number]) { _, _ in } }
            }
        }
        #expect(bytes[1] <= 15 * bytes[0])
    }

    @Test
    func theRoutesOfReleasedOwnersAreRemovedInTime() throws {
        let router = Router()
        var greatest = 0
        for number in 0..<300 {
            try router.register { $0.on("/screen\(number)", by: Screen()) { _, _ in } }
            greatest = max(greatest, router.routes.count)
        }
        #expect(greatest <= 17)
    }

    @Test
    func registeringAfterAnOpeningDoesNotCompareAllRoutesAgain() throws {
        let router = Router()
        for number in 0..<1_000 { try router.register { $0.on("/route\(number)/:id") { _ in } } }
        #expect(router.canOpen("x:/route7/1"))
        let before = allocatedBytesOfThisThread()
        try router.register { $0.on("/another/:id") { _ in } }
        #expect(allocatedBytesOfThisThread() - before < 100_000)
        #expect(router.canOpen("x:/another/1"))
    }

    @Test
    func routesThatAreRegisteredOneByOneAreFound() throws {
        let router = Router()
        for number in 0..<300 {
            try router.register { $0.on("/route\(number)/:id", "/other\(number)(/x)") { _ in } }
            if number % 50 == 49 {
                for known in 0...number {
                    #expect(router.canOpen("x:/route\(known)/1") && router.canOpen("x:/other\(known)"))
                }
            }
            #expect(!router.canOpen("x:/route\(number + 1)/1"))
        }
        #expect(router.routes.count == 600)
        #expect(throws: RouteRegistrationError.self) { try router.register { $0.on("/route7/:name") { _ in } } }
        #expect(router.remove { $0.pattern.text == "/route7/:id" } == 1)
        try router.register { $0.on("/route7/:name") { _ in } }
        #expect(router.canOpen("x:/route7/1"))
    }
}
