import Foundation
import Routing
import Testing

/// Items that are empty, as forms send them, and values that a type does not know.
struct LenientFieldTests {
    enum Sort: String, Codable, CaseIterable { case price, name }

    /// A case for what is unknown.
    enum Tab: String, Codable, CaseIterable {
        case files, other

        init(from decoder: any Decoder) throws {
            self = Tab(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .other
        }
    }

    struct Search: TypedRoute, Equatable {
        static let pattern = "/search"
        var q: String?
        var min: Int?
        var max: Double?
        var isNew: Bool?
        var sort: Sort?
        var id: UUID?
        var day: Date?
        var link: URL?
        var sizes: [Int]?
        var wide: Int128?
        var flags: UInt8?
        var ids: [Int]
        var tags: [String]
    }

    private static let empty = "q=&min=&max=&isNew=&sort=&id=&day=&sizes=&sizes=&wide=&flags=&ids=&tags="

    @Test
    func anEmptyItemIsNilWhereTheTypeHasNoEmptyText() async throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on(Search.self) { route, _ in route } }
        let outcome = await router.open("shop://search?\(Self.empty)")
        let route = try #require(outcome.value(as: Search.self))
        #expect(route == Search(q: "", ids: [], tags: [""]))
        #expect(try router.url(for: route) == "shop://search?q=&tags=")
    }

    @Test(arguments: ["min=x", "min=%20", "sort=size", "ids=1&ids=", "sizes=&sizes=x", "max=&max=x&min=&min=x"])
    func anItemThatIsNotEmptyIsStillRead(query: String) async throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on(Search.self) { route, _ in route } }
        #expect(await router.open("shop://search?\(query)").summary == "declined")
    }

    struct Required: TypedRoute {
        static let pattern = "/page?page"
        let page: Int
    }

    @Test
    func anEmptyItemOfARequiredFieldIsNoValue() async throws {
        let router = Router(origins: ["shop://"])
        let misses = Recorder<String>()
        try router.register { $0.on(Required.self) { _, _ in } }
        router.onUnmatched { miss in misses.add(miss.unreadable.map(\.description).joined()) }
        #expect(await router.open("shop://page?page=").summary == "declined")
        #expect(misses.all == ["The route “/page?page” was opened with “” for “page”, which is not of the type Int."])
    }

    @Test
    func oneValueMayBeEmptyToo() async throws {
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.on("/a") { match in
                let optional = try match["min", as: Int?.self]
                #expect(optional == nil)
                #expect(throws: RouteValueError.self) { try match["min", as: Int.self] }
            }
        }
        #expect(await router.open("shop://a?min=").isHandled)
    }

    struct Listing: TypedRoute, Equatable {
        static let pattern = "/list(/:kind)"
        @Lenient var kind: Sort?
        @Lenient var sort: Sort?
        @Lenient var page: Int?
        var tab: Tab?
    }

    @Test(
        arguments: [
            ("shop://list", nil, nil, nil, nil),
            ("shop://list/name?sort=price&page=2&tab=files", .name, .price, 2, .files),
            ("shop://list/size?sort=size&page=two&tab=size", nil, nil, nil, .other),
            ("shop://list?sort=&page=&sort=price", nil, nil, nil, nil),
            ("shop://list?tab=other", nil, nil, nil, .other),
        ] as [(String, Sort?, Sort?, Int?, Tab?)])
    func anUnknownValueOfALenientFieldIsNil(url: String, kind: Sort?, sort: Sort?, page: Int?, tab: Tab?) async throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on(Listing.self) { route, _ in route } }
        let route = try #require(await router.open(url).value(as: Listing.self))
        #expect(route == Listing(kind: kind, sort: sort, page: page, tab: tab))
        let written = try router.url(for: route)
        #expect(await router.open(written).value(as: Listing.self) == route)
    }

    @Test
    func aLenientRouteIsWrittenAndReadAsJSON() throws {
        let route = Listing(kind: nil, sort: .name, page: nil, tab: nil)
        let json = try JSONEncoder().encode(route)
        #expect(try JSONDecoder().decode(Listing.self, from: json) == route)
        #expect(try JSONDecoder().decode(Listing.self, from: Data("{\"sort\": \"size\"}".utf8)).sort == nil)
    }

    struct Unknown: TypedRoute {
        static let pattern = "/unknown"
        @Lenient var value: Sort?
        @Lenient var odd: Odd?
        enum Odd: String, Codable { case seldom }
    }

    /// A lenient field does not hide that no example of its type can be made.
    @Test
    func aLenientFieldIsCheckedAtRegistration() throws {
        let error = try #require(throws: RouteRegistrationError.self) {
            try Router().register { $0.on(Unknown.self) { _, _ in } }
        }
        #expect(error.says(["let Odd be CaseIterable or ExampleProviding"]))
    }
}
