import Dispatchers
import Foundation
import Testing

@testable import Routing

/// Typed routes: what is registered, and what is wrong with some types.
struct TypedRouteTests {
    enum Tab: String, CaseIterable, Codable {
        case details
        case reviews
    }

    struct Product: TypedRoute, Equatable {
        static let pattern = "/product/:id"
        let id: Int
        var tab: Tab?
    }

    @MainActor
    final class Screen {
        var shown: [Product] = []
        var matches: [RouteMatch] = []

        func register(with router: Router) throws {
            try router.register {
                $0.on(Product.self) { route, match in
                    self.shown.append(route)
                    self.matches.append(match)
                }
            }
        }
    }

    @Test @MainActor
    func aHandlerGetsTheValue() async throws {
        let router = Router(origins: ["shop://"])
        let screen = Screen()
        try screen.register(with: router)
        #expect(await router.open("shop://product/42?tab=reviews").isHandled)
        #expect(await router.open("shop://product/43").isHandled)
        #expect(screen.shown == [Product(id: 42, tab: .reviews), Product(id: 43)])
    }

    @Test
    func aHandlerGetsItsMatchAsWell() async throws {
        let router = Router(origins: ["shop://"])
        let seen = Recorder<String>()
        try router.register {
            $0.on(Product.self) { place, match in
                let payload = match.payload(as: Int.self) ?? 0
                let parked = match.parked?.url ?? "-"
                seen.add("\(place.id) \(match.url) \(match["source"] ?? "-") \(payload) \(parked) \(match.parameters)")
            }
            $0.mount("/later") {
                $0.on(Product.self) { place, match in
                    await Task.yield()
                    return "\(place.id) \(match.url)"
                }
            }
            $0.on("/secret", guards: [Guard("g") { _ in .park(redirect: "/product/2") }]) { _ in }
        }
        await router.open("shop://product/1", extras: ["source": "push"], payload: 7)
        await router.open("shop://secret")
        #expect(
            seen.all == [
                #"1 shop://product/1 push 7 - ["id": "1"]"#,
                #"2 shop://product/2 - 0 shop://secret ["id": "2"]"#,
            ])
        #expect(await router.open("shop://later/product/3").value() == "3 shop://later/product/3")
    }

    @Test
    func aURLOfAnotherValueIsNotTheRoutes() async throws {
        let router = Router()
        let misses = Recorder<RouteMiss>()
        try router.register {
            $0.on(Product.self) { route, _ in route }
            $0.on("/product/new", "/product/*", priority: -1, overriding: true) { match in
                guard match.tail == nil else { return .declined }
                return .value("new")
            }
        }
        router.onUnmatched { misses.add($0) }
        #expect(await router.open("x:/product/new").value(as: String.self) == "new")
        #expect(await router.open("x:/product/1?tab=none").summary == "declined")
        let miss = try #require(misses.all.first)
        #expect(misses.all.count == 1 && !miss.declinedBy.isEmpty)
        #expect(
            miss.unreadable.map(\.description) == [
                "The route “/product/:id” was opened with “none” for “tab”, which is not of the type Tab."
            ])
    }

    @Test
    func aHandlerOfATypedRouteMayReplyInAnyForm() async throws {
        let router = Router()
        try router.register {
            $0.mount("/1") { $0.on(Product.self) { route, _ in route.id } }
            $0.mount("/2") { $0.on(Product.self) { _, _ in .declined } }
            $0.mount("/3") {
                $0.on(Product.self) { route, _ in
                    await Task.yield()
                    return route.id
                }
            }
            $0.mount("/4") {
                $0.on(Product.self) { _, _ in
                    await Task.yield()
                    return .declined
                }
            }
            $0.mount("/5") { $0.on(Product.self) { _, _ in throw CancellationError() } }
        }
        var ends: [String] = []
        for number in 1...5 { ends.append(String("\(await router.open("x:/\(number)/product/7"))".prefix(20))) }
        #expect(
            ends == [
                "handled, returning 7", "declined by /2/produ", "handled, returning 7", "declined by /4/produ",
                "failed(Swift.Cancell",
            ])
    }

    struct NoField: TypedRoute {
        static let pattern = "/a/:id/:other/*rest"
        let id: Int
    }
    struct NoParameter: TypedRoute {
        static let pattern = "/a(/:id)"
        let id: Int
        let name: String
        var page: Int?
        var tags: [String]
    }
    struct ListInPath: TypedRoute {
        static let pattern = "/a/:id/*rest"
        let id: [Int]
        let rest: String
    }
    struct TwoTypes: TypedRoute {
        static let pattern = "/a/:id"
        let id: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _ = try container.decode(String.self, forKey: .id)
            id = try container.decode(Int.self, forKey: .id)
        }
    }
    enum Open: String, Codable { case a }
    struct Unknown: TypedRoute {
        static let pattern = "/a/:id"
        let id: Open
    }
    struct Nested: TypedRoute {
        struct Inner: Codable { let a: Int }
        static let pattern = "/a"
        var inner: Inner?
    }
    struct Malformed: TypedRoute {
        static let pattern = "/a//b"
    }

    static let wrongTypes: [(any TypedRoute.Type, [String])] = [
        (
            NoField.self,
            [
                "The route “/a/:id/:other/*rest” has a parameter “other”, for which NoField has no field.",
                "The route “/a/:id/:other/*rest” has a parameter “rest”, for which NoField has no field.",
            ]
        ),
        (
            NoParameter.self,
            ["id", "name"].map {
                "The field “\($0)” needs a value that not every URL of “/a(/:id)” has: make it optional, or a parameter or "
                    + "a required query item."
            }
        ),
        (
            ListInPath.self,
            [
                "The field “id” of the route “/a/:id/*rest” is a list, and a parameter is not.",
                "The field “rest” of the route “/a/:id/*rest” has to be a list, since it is a tail.",
            ]
        ),
        (TwoTypes.self, ["The field “id” of the route “/a/:id” is read as String and as Int."]),
        (
            Unknown.self,
            ["The field “id” of the route “/a/:id” has no example value: let Open be CaseIterable or ExampleProviding."]
        ),
        (Nested.self, ["The field “inner” of the route “/a” is neither a single value nor a list of them."]),
    ]

    @Test(arguments: wrongTypes.indices)
    func aTypeThatDoesNotFitItsPatternIsNamed(index: Int) throws {
        func register<Route: TypedRoute>(_ type: Route.Type, with router: Router) throws {
            try router.register { $0.on(type) { _, _ in } }
        }
        let router = Router()
        let (type, expected) = Self.wrongTypes[index]
        let error = try #require(throws: RouteRegistrationError.self) { try register(type, with: router) }
        #expect(error.problems.map { $0.description.drop { $0 != " " }.dropFirst() } == expected.map { $0[...] })
        #expect(router.routes.isEmpty)
    }

    @Test
    func aMalformedPatternOfATypeIsAnError() throws {
        let error = try #require(throws: RouteRegistrationError.self) {
            try Router().register { $0.on(Malformed.self) { _, _ in } }
        }
        #expect(error.says(["a segment is empty"]))
    }

    struct Code: Codable, Equatable, ExampleProviding {
        static let example = Code(text: "A1")
        let text: String

        init(text: String) { self.text = text }

        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            guard text.count == 2 else { throw CancellationError() }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
    }
    struct Coded: TypedRoute, Equatable {
        static let pattern = "/coded/:code"
        let code: Code
        var others: [Code]
    }

    @Test
    func aTypeOfOnesOwnNeedsAnExample() async throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on(Coded.self) { place, _ in place } }
        let route = Coded(code: Code(text: "B2"), others: [Code(text: "C3"), Code(text: "//")])
        let url = try router.url(for: route)
        #expect(url == "shop://coded/B2?others=C3&others=//")
        #expect(await router.open(url).value() == route)
    }
}
