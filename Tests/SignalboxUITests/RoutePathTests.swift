import Routing
import SignalboxUI
import Testing

private enum Screen: Hashable, Sendable {
    case product(Int)
    case cart
}

private struct OrderRoute: TypedRoute {
    static let pattern = "/orders/:id"
    var id: Int
}

@Suite("The path of a navigation stack") @MainActor struct RoutePathTests {
    private let router = Router(origins: ["shop://"])
    private let path = RoutePath<Screen>()

    init() throws {
        try router.register { [path] in
            $0.show("/product/:id", on: path) { match in .product(try match["id", as: Int.self]) }
            $0.show("/cart", on: path, as: .onlyScreen) { _ in .cart }
            $0.show(OrderRoute.self, on: path) { route in .product(route.id) }
        }
    }

    @Test("The closure of a screen runs on the main actor") func closureOnTheMainActor() async throws {
        try router.register { $0.show("/last", on: path) { [path] _ in .product(path.screens.count) } }
        for _ in 1...2 { await router.open("shop://last") }
        #expect(path.screens == [.product(0), .product(1)])
    }

    @Test("A closure that throws a decline shows no screen") func decline() async throws {
        try router.register { $0.show("/product/:id/old", on: path) { _ in throw RouteReply.declined } }
        guard case .declined = await router.open("shop://product/7/old").result else {
            Issue.record("not declined")
            return
        }
        #expect(path.screens.isEmpty)
        #expect(try path.show(stackTo: "shop://product/7/old", in: router))
        #expect(path.screens == [.product(7)])
        #expect(try path.show(stackTo: "shop://orders/lamp", in: router) == false)
        #expect(path.screens == [.product(7)])
    }

    @Test("A route adds its screen to the stack, and a typed route does so, too") func nextScreen() async {
        await router.open("shop://product/7")
        await router.open("shop://orders/8")
        #expect(path.screens == [.product(7), .product(8)])
    }

    @Test("A screen that is visible is not shown again above itself") func visibleScreen() async {
        await router.open("shop://product/7")
        await router.open("shop://product/7")
        #expect(path.screens == [.product(7)])
        await router.open("shop://product/8")
        await router.open("shop://product/7")
        #expect(path.screens == [.product(7), .product(8), .product(7)])
    }

    @Test("A route of an only screen replaces all screens of the stack") func onlyScreen() async {
        await router.open("shop://product/7")
        await router.open("shop://cart")
        #expect(path.screens == [.cart])
    }

    @Test("A screen that cannot be read from the URL fails the opening and is not shown") func unreadable() async {
        let outcome = await router.open("shop://product/lamp")
        guard case .failed(let error) = outcome.result else {
            Issue.record("\(outcome) is not a failure")
            return
        }
        #expect(error is RouteValueError)
        #expect(path.screens.isEmpty)
    }

    @Test("The router does not retain the path, and its routes decline once the path is released")
    func released() async throws {
        let router = Router(origins: ["shop://"])
        weak var weakPath: RoutePath<Screen>?
        do {
            let path = RoutePath<Screen>([.cart])
            weakPath = path
            try router.register { $0.show("/cart", on: path) { _ in .cart } }
            #expect(await router.open("shop://cart").isHandled)
        }
        #expect(weakPath == nil)
        #expect(await !router.open("shop://cart").isHandled)
    }

    @Test("A route of a screen is listed where it is registered, and asks its guards")
    func locationAndGuards() async throws {
        let router = Router(origins: ["shop://"])
        let refusing = Guard("closed") { _ in .refuse("closed") }
        let line = #line + 1
        try router.register { $0.show("/cart", on: path, guards: [refusing]) { _ in .cart } }
        #expect(router.routes.map(\.location.line) == [line])
        await router.open("shop://cart")
        #expect(path.screens.isEmpty)
    }

    @Test(
        "The screens of a URL and its ancestors replace all others",
        arguments: [
            ("shop://product/7", [7]), ("shop://orders/8", [8]), ("shop://cart/7", [0, 7]), ("shop://nowhere", []),
            ("no url", []),
        ])
    func stack(url: String, products: [Int]) throws {
        let screens: [Screen] = products.map { $0 == 0 ? .cart : .product($0) }
        let other = RoutePath<Screen>()
        try router.register { [path] in
            $0.show("/cart/:id", on: path) { match in .product(try match["id", as: Int.self]) }
            $0.show("/", on: other) { _ in .cart }
        }
        path.screens = [.cart, .cart]
        #expect(try path.show(stackTo: url, in: router) == !screens.isEmpty)
        #expect(path.screens == (screens.isEmpty ? [.cart, .cart] : screens))
        #expect(other.screens.isEmpty)
    }

    @Test("A stack with a screen that cannot be read stays as it is") func unreadableStack() {
        path.screens = [.cart]
        #expect(throws: RouteValueError.self) { try path.show(stackTo: "shop://product/lamp", in: router) }
        #expect(path.screens == [.cart])
    }

    @Test("A route of a screen has a priority and options, and may override another") func options() async throws {
        try router.register { [path] in
            $0.show("/cart", on: path, priority: 1, overriding: true) { _ in .product(1) }
            $0.show(OrderRoute.self, on: path, overriding: true, options: RouteOptions(name: "order")) { _ in .cart }
        }
        await router.open("shop://cart")
        #expect(path.screens == [.product(1)])
        #expect(router.routes.last?.options.name == "order")
    }

    private struct PickProduct: AnsweringRoute {
        typealias Answer = Int
        static let pattern = "/pick"
    }

    /// Asks for a product, and returns when the screen is shown.
    private func ask() async throws -> Task<Int?, any Error> {
        let (openings, continuation) = AsyncStream.makeStream(of: RouteOpening.self)
        let token = router.onOutcome { continuation.yield($0) }
        let task = Task { try await router.ask(PickProduct()) }
        for await _ in openings { break }
        token.cancel()
        return task
    }

    @Test("A screen answers a question, which ends without an answer when the screen leaves the path")
    func questions() async throws {
        try router.register { [path] in $0.show(PickProduct.self, on: path) { _ in .product(0) } }
        #expect(!path.answer(1))
        let answered = try await ask()
        #expect(path.screens == [.product(0)] && path.answer(7) && path.screens.isEmpty)
        #expect(try await answered.value == 7)

        let left = try await ask()
        path.screens.removeLast()
        #expect(try await left.value == nil)

        let covered = try await ask()
        path.show(.cart)
        #expect(!path.answer(1) && path.screens == [.product(0), .cart])
        path.screens = [.product(0)]
        #expect(path.answer(8))
        #expect(try await covered.value == 8)

        let replaced = try await ask()
        path.show(.cart, as: .onlyScreen)
        #expect(try await replaced.value == nil)
    }
}
