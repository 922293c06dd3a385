import Foundation
import Routing
import Testing

/// The law of typed routes: the URL of a value is read as an equal value.
struct TypedRouteRoundTripTests {
    enum Size: String, CaseIterable, Codable {
        case small
        case extraLarge = "extra large/+&=%"
        case empty = ""
    }

    struct Order: TypedRoute, Equatable {
        static let pattern = "/orders/:number/:name(/since/:day(/at/:shop))/notes/*notes"
        let number: Int
        let name: String
        var day: Date?
        var shop: UUID?
        var notes: [String]
        var size: Size?
        var sizes: [Size]
        var ratio: Double?
        var discount: Float?
        var count: UInt8?
        var isGift: Bool?
        var comment: String?
        var tags: [String]
        var numbers: [Int]
        var seen: [Date]
        var link: URL?
    }

    /// Fields of a size for which the protocols of the standard library have methods of their own.
    struct Wide: TypedRoute, Equatable {
        static let pattern = "/wide/:number"
        let number: Int128
        var limit: UInt128?
        var other: Int128?
        var all: [UInt128]
    }

    @Test
    func numbersOf128BitsAreFields() throws {
        let router = Router(origins: ["shop://"])
        let seen = Recorder<Wide>()
        try router.register { $0.on(Wide.self) { route, _ in seen.add(route) } }
        let route = Wide(number: .min, limit: .max, all: [0, .max])
        let url = try router.url(for: route)
        let limit = "340282366920938463463374607431768211455"
        #expect(url == "shop://wide/-170141183460469231731687303715884105728?limit=\(limit)&all=0&all=\(limit)")
        router.openNow(url)
        #expect(seen.all == [route])
    }

    /// A route that writes and reads a part of its fields by another type.
    struct Flat: TypedRoute, Equatable {
        static let pattern = "/flat/:id"

        struct Common: Codable, Equatable {
            var page: Int?
            var tags: [String]?
        }

        enum Key: CodingKey { case id }

        var common: Common
        let id: Int

        init(common: Common, id: Int) { (self.common, self.id) = (common, id) }

        init(from decoder: any Decoder) throws {
            common = try Common(from: decoder)
            id = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .id)
        }

        func encode(to encoder: any Encoder) throws {
            try common.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(id, forKey: .id)
        }
    }

    @Test
    func aPartOfTheFieldsMayBeThoseOfAnotherType() throws {
        let router = Router(origins: ["shop://"])
        let seen = Recorder<Flat>()
        try router.register { $0.on(Flat.self) { route, _ in seen.add(route) } }
        let route = Flat(common: .init(page: 2, tags: ["a", "b"]), id: 7)
        let url = try router.url(for: route)
        #expect(url == "shop://flat/7?page=2&tags=a&tags=b")
        router.openNow(url)
        #expect(seen.all == [route])
    }

    static let pieces = [
        "a", "Z", "0", "/", "//", "?", "#", "&", "=", "+", "%", "%2F", "%zz", " ", "\u{0}", "\n", "\u{7F}", "é",
        "e\u{301}",
        "🍅", "👩‍👩‍👧", "(", ")", "*", ":", "{", "}", "..", ".", "\\", "\"", "\u{FEFF}", "\u{2028}", ";", ",", "~", "x y",
    ]

    static func text(_ random: inout Xorshift, atLeast minimum: Int) -> String {
        let count = minimum + random.next(below: 5)
        return (0..<count).map { _ in pieces[random.next(below: pieces.count)] }.joined()
    }

    /// Text that a segment can have: dot segments alone are none.
    static func segment(_ random: inout Xorshift) -> String {
        let text = text(&random, atLeast: 1)
        return text == "." || text == ".." ? "dots" : text
    }

    static func list<Element>(_ random: inout Xorshift, _ make: (inout Xorshift) -> Element) -> [Element] {
        (0..<random.next(below: 4)).map { _ in make(&random) }
    }

    static func maybe<Element>(_ random: inout Xorshift, _ make: (inout Xorshift) -> Element) -> Element? {
        random.next(below: 3) == 0 ? nil : make(&random)
    }

    static func date(_ random: inout Xorshift) -> Date {
        let seconds = Double(random.next(below: 6_000_000_000)) - 3_000_000_000
        return Date(timeIntervalSince1970: seconds + Double(random.next(below: 4)) * 0.372_519_46)
    }

    static func double(_ random: inout Xorshift) -> Double {
        let value = Double(bitPattern: random.next())
        return value.isFinite ? value : -0.1
    }

    static func size(_ random: inout Xorshift) -> Size { Size.allCases[random.next(below: 3)] }

    static func uuid(_ random: inout Xorshift) -> UUID {
        UUID(uuidString: "00000000-0000-4000-8000-\(String(random.next(), radix: 16).suffix(8))0000") ?? UUID()
    }

    static func order(_ random: inout Xorshift) -> Order {
        let day = maybe(&random, date)
        return Order(
            number: Int(bitPattern: UInt(random.next())), name: segment(&random), day: day,
            shop: day == nil ? nil : maybe(&random, uuid), notes: list(&random, segment), size: maybe(&random, size),
            sizes: list(&random, size), ratio: maybe(&random, double),
            discount: maybe(&random) { Float(double(&$0)) }.flatMap { $0.isFinite ? $0 : nil },
            count: maybe(&random) { UInt8(truncatingIfNeeded: $0.next()) },
            isGift: maybe(&random) { $0.next(below: 2) == 0 },
            comment: maybe(&random) { text(&$0, atLeast: 0) }, tags: list(&random) { text(&$0, atLeast: 0) },
            numbers: list(&random) { Int($0.next(below: 100)) - 50 }, seen: list(&random, date),
            link: maybe(&random) { URL(string: "https://shop.example/\($0.next(below: 9))?a=%26#b") }.flatMap { $0 })
    }

    @Test(arguments: 1...8)
    func theURLOfAValueIsReadAsTheValue(seed: Int) async throws {
        let router = Router(origins: ["https://shop.example/app"])
        try router.register { $0.on(Order.self) { place, _ in place } }
        var random = Xorshift(seed: UInt64(seed))
        for _ in 0..<250 {
            let order = Self.order(&random)
            let url = try router.url(for: order)
            let read: Order? = await router.open(url).value()
            #expect(read == order, "\(url)")
        }
    }

    struct Ambiguous: TypedRoute {
        static let pattern = "/a(/:first)/*rest"
        var first: String?
        var rest: [String]
    }

    @Test
    func aValueThatWouldBeReadAsAnotherHasNoURL() throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on(Ambiguous.self) { _, _ in } }
        #expect(try router.url(for: Ambiguous(first: "b", rest: ["c"])) == "shop://a/b/c")
        let error = try #require(throws: RouteURLError.self) { try router.url(for: Ambiguous(rest: ["c"])) }
        #expect("\(error)".contains("read back") && error.value == "shop://a/c")
    }
}
