import Routing
import Testing

/// Handlers that return a value of their own, and throw a reply where there is none.
struct ThrownReplyTests {
    struct Page: Sendable, Equatable { var title: String }

    struct Product: TypedRoute {
        static let pattern = "/typed/:id"
        let id: Int
    }

    final class Catalog: Sendable {
        func page(_ id: String?) throws -> Page {
            guard let id, id != "0" else { throw RouteReply.declined }
            return Page(title: id)
        }
    }

    let catalog = Catalog()

    func makeRouter(_ trace: Trace = Trace()) throws -> Router {
        let router = Router(origins: ["shop://"], trace: trace)
        try router.register {
            $0.on("/page/:id", priority: 1) { match in
                guard let id = match["id"], id != "0" else { throw RouteReply.declined }
                return Page(title: id)
            }
            $0.on("/later/:id", priority: 1) { match in
                await Task.yield()
                return try catalog.page(match["id"])
            }
            $0.on("/owned/:id", by: catalog, priority: 1) { catalog, match in try catalog.page(match["id"]) }
            $0.on(Product.self, priority: 1) { route, match in try catalog.page("\(route.id)") }
            $0.on("/old/:id") { match in
                guard match["id"] == "new" else { throw RouteReply.redirect(to: "/page/\(match["id"] ?? "")") }
                return Page(title: "old")
            }
            $0.on("/value") { match in
                guard match["id"] != nil else { throw RouteReply.value(7) }
                return 8
            }
            $0.on("/*") { _ in Page(title: "not here") }
        }
        return router
    }

    @Test(arguments: [
        ("page/7", "7"), ("page/0", "not here"), ("later/7", "7"), ("later/0", "not here"), ("owned/7", "7"),
        ("owned/0", "not here"), ("typed/7", "7"), ("typed/0", "not here"), ("old/new", "old"), ("old/7", "7"),
    ])
    func aHandlerMayThrowItsReply(path: String, title: String) async throws {
        let router = try makeRouter()
        let outcome = await router.open("shop://\(path)")
        #expect(outcome.isHandled && outcome.value(as: Page.self) == Page(title: title))
    }

    @Test
    func aThrownValueIsTheValueOfTheOutcome() async throws {
        let router = try makeRouter()
        #expect(await router.open("shop://value").value(as: Int.self) == 7)
        #expect(await router.open("shop://value?id=1").value(as: Int.self) == 8)
    }

    @Test
    func aThrownReplyIsNoFailureInTheTrace() async throws {
        let trace = Trace(now: { .zero })
        let router = try makeRouter(trace)
        trace.start()
        await router.open("shop://page/0")
        await router.open("shop://later/0")
        #expect(trace.events.map(\.outcome).allSatisfy { $0 == .done })
        #expect(trace.events.map(\.kind) == [.route, .delivery, .delivery, .route, .delivery, .delivery])
    }
}
