import Dispatchers
import Testing

@testable import Routing

/// Redirects that lead in a circle.
struct RedirectCycleTests {
    @Test
    func aCircleThatCameAboutLaterIsStopped() async throws {
        let router = Router()
        try router.register {
            $0.on("/a") { _ in .redirect(to: "/b") }
            $0.redirect("/b", to: "/a")
        }
        guard case .failed(let error as RedirectError) = await router.open("x:/a").result else {
            Issue.record()
            return
        }
        #expect(error.reason == .tooManyHops && error.parked == nil)
        #expect(error.description == "A route redirected to “/b”, after too many redirects.")
    }

    @Test(
        arguments: [
            (["/a": "/a"], ["/a"]), (["/a": "/b", "/b": "/a"], ["/a"]), (["/p/:id": "/p/42"], ["/p/:id"]),
            (["/a/*rest": "/a/b/*rest"], ["/a/*rest"]), (["/a": "/b", "/b": "/c", "/c": "/b"], ["/b"]),
            (["/a": "/b", "/b": "/a", "/c": "/d", "/d": "/c"], ["/a", "/c"]), (["/:a/:b": "/:b/:a"], ["/:a/:b"]),
            (["/p/:id": "/q/:id", "/q/:id": "/r/:id"], []), (["/a": "y:/a"], ["/a"]), (["/p/:id": "/p/:id/x"], []),
            (["/a": "/b/", "/:b": "/a"], ["/:b"]), (["/a": "/%61"], ["/a"]),
        ] as [([String: String], [String])])
    func aCircleIsAnErrorWhereItCanBeSeen(redirects: [String: String], circles: [String]) throws {
        let router = Router()
        do {
            try router.register { routes in
                for (source, target) in redirects.sorted(by: { $0.key < $1.key }) {
                    routes.redirect(source, to: target)
                }
            }
            #expect(circles.isEmpty)
        } catch {
            #expect(error.says(circles.map { _ in "leads in a circle" }))
            #expect(error.problems.map(\.pattern) == circles)
        }
        #expect(router.routes.isEmpty != circles.isEmpty)
    }

    @Test(arguments: [(8, true), (9, false)])
    func aChainOfMoreThanEightIsAnErrorToo(count: Int, isFollowed: Bool) async throws {
        let router = Router()
        _ = try? router.register { routes in
            for number in 0..<count { routes.redirect("/\(number)", to: "/\(number + 1)") }
        }
        #expect(router.routes.isEmpty == !isFollowed)
    }

    @Test
    func aCircleBehindASchemeAndAnItemIsSeen() throws {
        let router = Router(origins: ["shop://", "https://shop.example"])
        let close = {
            try router.register {
                $0.redirect("/a?ref&page:Int", to: "/a", options: RouteOptions(schemes: ["HTTPS"]))
            }
        }
        #expect(throws: RouteRegistrationError.self) { try close() }
    }

    @Test
    func aCircleNamesItsPlaces() throws {
        let router = Router()
        try router.redirect("/a/:id", to: "/b/:id")
        let line = #line + 1
        let close = { try router.redirect("/b/:id", to: "/a/:id") }
        let error = try #require(throws: RouteRegistrationError.self) { try close() }
        let problem = try #require(error.problems.first)
        #expect(error.says(["leads in a circle"]) && problem.location.line == line)
        #expect(problem.other?.text == "/a/:id" && problem.otherLocation?.line == line - 2)
        #expect(
            problem.description.contains("“/a/:id” to “/b/:id”") && problem.description.contains("“/b/:id” to “/a/:id”")
        )
        #expect(router.routes.count == 1)
    }
}
