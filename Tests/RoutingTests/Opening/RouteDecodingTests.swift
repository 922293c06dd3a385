import Foundation
import Routing
import Testing

/// Reading a type, or one value, from all layers of a match.
struct RouteDecodingTests {
    enum Size: String, Codable {
        case small
        case large
    }

    enum Level: Int, Codable {
        case low = 1
        case high = 2
    }

    /// Not `Codable`.
    enum Tint: String, Decodable {
        case red
    }

    struct Query: Decodable, Equatable {
        let id: Int
        var q: String?
        var page: UInt8?
        var isNew: Bool?
        var price: Double?
        var day: Date?
        var key: UUID?
        var link: URL?
        var size: Size?
        var level: Level?
        var tags: [String]
        var levels: [Level]
        var rest: [Int]
    }

    /// Decodes one URL under `/:id/*rest`.
    static func decode<Value: Decodable & Sendable>(
        _ type: Value.Type, _ url: String, extras: [String: String] = [:]
    ) async throws -> Value {
        let router = Router()
        try router.register { $0.on("/:id/*rest") { match in try match.decode(type) } }
        let outcome = await router.open(url, extras: extras)
        if case .failed(let error) = outcome.result { throw error }
        return try #require(outcome.value(as: type))
    }

    @Test
    func aTypeIsReadFromAllLayers() async throws {
        let key = "0E984725-C51C-4BF4-9960-E1C80E27ABA0"
        let query = try await Self.decode(
            Query.self,
            "x:/7/1/2?id=8&page=255&isNew=true&price=-1e3&day=2024-05-01T10:00:00Z&key=\(key)&link=a%3A%2F%2Fb"
                + "&size=small&level=2&tags=a&tags=b%20c&tags=&levels=1&levels=2",
            extras: ["size": "large"])
        let expected = Query(
            id: 7, q: nil, page: 255, isNew: true, price: -1000,
            day: Date(timeIntervalSince1970: 1_714_557_600), key: UUID(uuidString: key), link: URL(string: "a://b"),
            size: .large, level: .high, tags: ["a", "b c", ""], levels: [.low, .high], rest: [1, 2])
        #expect(query == expected)
    }

    @Test
    func aMissingValueIsNilOrEmpty() async throws {
        let query = try await Self.decode(Query.self, "x:/7")
        #expect(query == Query(id: 7, q: nil, tags: [], levels: [], rest: []))
    }

    struct Layers: Decodable, Equatable {
        let id: [Int]
        var q: [String]
        var page: [Int]
        var size: Size?
    }

    /// A layer hides all values of the ones beneath it; of repeated items, a single value is the first.
    @Test
    func repeatedItemsAreHiddenAsOne() async throws {
        let layers = try await Self.decode(
            Layers.self, "x:/7?id=1&id=2&page=1&page=2&size=small&size=large&rest=3&q=a&q=b", extras: ["page": "9"])
        #expect(layers == Layers(id: [7], q: ["a", "b"], page: [9], size: .small))
    }

    struct Required: Decodable { let other: String }
    struct Nested: Decodable {
        struct Inner: Decodable { let a: Int }
        let inner: Inner
    }
    struct Pairs: Decodable { let q: [String: String] }
    struct Matrix: Decodable { let q: [[Int]] }

    @Test(
        arguments: [
            ("x:/me", "The route “/:id/*rest” was opened with “me” for “id”, which is not of the type Int."),
            ("x:/1/a", "The route “/:id/*rest” was opened with “a” for “rest”, which is not of the type Int."),
            (
                "x:/1?page=256",
                "The route “/:id/*rest” was opened with “256” for “page”, which is not of the type UInt8."
            ),
            (
                "x:/1?size=huge",
                "The route “/:id/*rest” was opened with “huge” for “size”, which is not of the type Size."
            ),
            (
                "x:/1?levels=1&levels=3",
                "The route “/:id/*rest” was opened with “3” for “levels”, which is not of the type Level."
            ),
            (
                "x:/1?day=today",
                "The route “/:id/*rest” was opened with “today” for “day”, which is not of the type Date."
            ),
        ])
    func anUnreadableValueIsReportedWithRouteAndKey(url: String, expected: String) async throws {
        let error = try await #require(throws: RouteValueError.self) { _ = try await Self.decode(Query.self, url) }
        #expect(error.reason == .unreadable && error.description == expected)
    }

    @Test
    func aMissingValueIsNamed() async throws {
        let error = try await #require(throws: RouteValueError.self) {
            _ = try await Self.decode(Required.self, "x:/1")
        }
        #expect(error.reason == .missing && error.name == "other")
    }

    @Test
    func valuesInsideAFieldAreRefused() async throws {
        func reason<Value: Decodable & Sendable>(_ type: Value.Type) async -> RouteValueError? {
            await #expect(throws: RouteValueError.self) { _ = try await Self.decode(type, "x:/1?q=1&inner=1") }
        }
        for error in [await reason(Nested.self), await reason(Pairs.self), await reason(Matrix.self)] {
            #expect(error?.reason == .unsupported)
            #expect(["q", "inner"].contains(error?.name))
        }
    }

    @Test(
        arguments: [
            ("2024-05-01", 1_714_521_600), ("2024-05-01T10:00:00Z", 1_714_557_600),
            ("2024-05-01T10:00:00.25Z", 1_714_557_600.25), ("2024-05-01T10:00:00+02:00", nil),
            ("2024-05-01T10:00:00.Z", nil), ("1714557600", nil),
        ] as [(String, Double?)])
    func datesAreThoseOfISO8601(text: String, seconds: Double?) async throws {
        let date = try? await Self.decode(Query.self, "x:/1", extras: ["day": text]).day
        #expect(date == seconds.map { Date(timeIntervalSince1970: $0) })
    }

    static let id = UUID()

    static func readAll(_ match: RouteMatch) throws {
        #expect(try match["tint", as: Tint.self] == .red)
        #expect(try match["id", as: UUID.self] == id)
        #expect(try match["day", as: Date.self] == Date(timeIntervalSince1970: 0))
        #expect(try match["level", as: Level.self] == .high)
        #expect(try match["size", as: Size.self] == .large)
        #expect(try match["page", as: Int.self] == 3)
        #expect(throws: RouteValueError.self) { try match["tint", as: Int.self] }
        #expect(throws: RouteValueError.self) { try match["tint", as: UUID.self] }
        #expect(throws: RouteValueError.self) { try match["none", as: Tint.self] }
    }

    @Test
    func oneValueIsReadAsManyThings() async throws {
        let router = Router()
        try router.register { $0.on("/:tint/:id/:day", perform: Self.readAll) }
        let url = "x:/red/\(Self.id)/1970-01-01?level=2&size=large&page=3"
        #expect(await router.open(url).summary == "handled")
    }
}
