import Foundation
import Testing

@testable import Routing

/// A value is read from the whole text, or it is an error.
struct ReadingTests {
    private static func read<Value: Decodable & Sendable>(_ type: Value.Type, _ text: String) async throws -> Value? {
        try await match(text) { try? $0["v", as: type] }
    }

    private static func match<Value: Sendable>(
        _ text: String, _ read: @escaping @Sendable (RouteMatch) -> Value?
    ) async throws -> Value? {
        let router = Router()
        let seen = Recorder<Value?>()
        try router.register { $0.on("/") { match in seen.add(read(match)) } }
        await router.open("x:/", extras: ["v": text])
        return try #require(seen.all.first)
    }

    @Test(
        arguments: [
            ("2001-01-01", 0), ("2001-01-01T00:00:00Z", 0), ("2001-01-01T01:00:00+01:00", nil),
            ("2000-12-31T23:30:00-00:30", nil), ("2001-01-01T00:00:00.5Z", 0.5), ("2001-01-01T00:00:00.5", nil),
            ("2004-02-29", 99_705_600), ("2000-02-29", -26_524_800), ("1582-10-15", -13_197_600_000),
            ("9999-12-31T23:59:59Z", 252_423_993_599), ("1970-01-01", -978_307_200),
            ("2001-03-01T12:30:05Z", 5_142_605),
            ("2001-01-01' OR 1=1", nil), ("2001-01-01 ", nil), (" 2001-01-01", nil), ("2001-01-01\u{0}", nil),
            ("2001-01-01T00:00:00ZZ", nil), ("2001-01-01T00:00:00Z; x", nil), ("2001-01-01T00:00:00", nil),
            ("2001-01-01T00:00Z", nil), ("2001-01-01T", nil), ("2001-01-01 00:00:00Z", nil),
            ("2001-01-01t00:00:00z", nil),
            ("1582-10-14", nil), ("0001-01-01", nil), ("2001-02-29", nil), ("1900-02-29", nil), ("2001-02-30", nil),
            ("2001-04-31", nil), ("2001-00-01", nil),
            ("2001-13-01", nil), ("2001-01-00", nil), ("2001-01-32", nil), ("2001-1-1", nil), ("20010101", nil),
            ("02001-01-01", nil), ("-2001-01-01", nil), ("+2001-01-01", nil), ("2001-01-01T24:00:00Z", nil),
            ("2001-01-01T23:59:60Z", nil), ("2001-01-01T00:60:00Z", nil), ("2001-01-01T00:00:00+00:00", nil),
            ("2001-01-01T00:00:00.Z", nil), ("2001-01-01T00:00:00.1234567890123456789Z", nil), ("٢٠٠١-٠١-٠١", nil),
            ("", nil),
        ] as [(String, Double?)])
    func aDateIsTheWholeText(text: String, seconds: Double?) async throws {
        let date = try await Self.read(Date.self, text)
        #expect(date?.timeIntervalSinceReferenceDate == seconds)
    }

    @Test(
        arguments: [
            ("1.5", 1.5), ("-1.5e-3", -0.0015), ("+1", 1), (".5", 0.5), ("5.", 5), ("0", 0), ("1e308", 1e308),
            ("1e-400", 0),
            ("nan", nil), ("NaN", nil), ("nan(0x1)", nil), ("inf", nil), ("-infinity", nil), ("1e999", nil),
            ("0x1p3", nil),
            ("0x10", nil), ("1 ", nil), (" 1", nil), ("1,5", nil), ("1.5\u{0}", nil), ("1_0", nil), ("", nil),
            (".", nil), ("e", nil),
        ] as [(String, Double?)])
    func aFloatingPointNumberIsAFiniteDecimalNumber(text: String, number: Double?) async throws {
        #expect(try await Self.read(Double.self, text) == number)
        #expect(try await Self.read(Double.self, text) == number)
        #expect(try await (Self.read(Float.self, text) == nil) == (number == nil || number == 1e308))
        #expect(ParameterType.double.accepts(text) == (number != nil))
    }

    @Test(
        arguments: [
            ("5", 5), ("+5", 5), ("-5", -5), ("007", 7), ("-0", 0), ("5 ", nil), (" 5", nil), ("5.0", nil),
            ("5e0", nil), ("0x5", nil),
            ("--5", nil), ("+", nil), ("", nil), ("5\u{0}", nil), ("٥", nil), ("99999999999999999999", nil),
        ] as [(String, Int?)])
    func anIntegerIsReadByItsInitializer(text: String, number: Int?) async throws {
        #expect(try await Self.read(Int.self, text) == number)
        #expect(ParameterType.int.accepts(text) == (number != nil))
    }

    @Test(arguments: [
        ("123e4567-e89b-12d3-a456-426614174000", true), ("123E4567-E89B-12D3-A456-426614174000", true),
        ("123e4567-e89b-12d3-a456-426614174000\u{0}' OR 1=1", false), ("123e4567-e89b-12d3-a456-426614174000x", false),
        ("{123e4567-e89b-12d3-a456-426614174000}", false), ("123e4567e89b12d3a456426614174000", false),
        (" 123e4567-e89b-12d3-a456-426614174000", false), ("", false),
    ])
    func aUUIDIsTheWholeText(text: String, isRead: Bool) async throws {
        #expect(try await (Self.read(UUID.self, text) != nil) == isRead)
        #expect(ParameterType.uuid.accepts(text) == isRead)
    }

    @Test(arguments: [
        ("https://shop.example/a?b#c", true), ("a/b", true), ("a b", false), ("a\nb", false), ("x\u{0}y", false),
        ("%zz", false),
        ("https://a/|", false), ("é", false), ("", false), ("https://[::1", false),
    ])
    func aURLIsTheTextAsItIs(text: String, isRead: Bool) async throws {
        let url = try await Self.read(URL.self, text)
        #expect(url?.absoluteString == (isRead ? text : nil))
    }

    @Test(
        arguments: [
            ("true", true), ("false", false), ("True", nil), ("1", nil), ("yes", nil), ("true ", nil), ("", nil),
        ] as [(String, Bool?)])
    func aBoolIsTrueOrFalse(text: String, value: Bool?) async throws {
        #expect(try await Self.read(Bool.self, text) == value)
        #expect(ParameterType.bool.accepts(text) == (value != nil))
    }

    struct Name: RawRepresentable, Codable, Sendable { var rawValue: String }

    @Test(arguments: [(1_024, true), (1_025, false)])
    func aRawValueHasABound(length: Int, isRead: Bool) async throws {
        let text = String(repeating: "a", count: length)
        #expect(try await Self.read(Name.self, text)?.rawValue == (isRead ? text : nil))
    }

    struct Place: TypedRoute {
        static let pattern = "/place"
        var at: Date?
        var ratio: Double?
    }

    @Test(arguments: [
        0, 0.25, 0.1, 800_000_000.000_03, -13_197_600_000, 252_423_993_599.5, -978_307_200.125, 123_456_789.372_519_46,
    ])
    func aDateThatIsWrittenIsRead(seconds: Double) throws {
        let router = Router(origins: ["shop://"])
        let seen = Recorder<Date?>()
        try router.register { $0.on(Place.self) { place, _ in seen.add(place.at) } }
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let url = try router.url(for: Place(at: date))
        _ = router.openNow(url)
        #expect(seen.all == [date], "\(url)")
    }

    private static let unwritten = [
        Place(ratio: .nan), Place(ratio: .infinity), Place(at: .distantFuture + 1e13),
        Place(at: Date(timeIntervalSinceReferenceDate: .nan)),
    ]

    @Test(arguments: unwritten.indices)
    func aValueWithoutATextIsNotWritten(number: Int) throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on(Place.self) { _, _ in } }
        #expect(throws: RouteURLError.self) { try router.url(for: Self.unwritten[number]) }
    }
}
