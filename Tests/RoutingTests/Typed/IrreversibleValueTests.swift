import Foundation
import Routing
import Testing

/// Values that a URL cannot bring back.
struct IrreversibleValueTests {
    struct Search: TypedRoute {
        static let pattern = "/search"
        var tags: [String]?
        var number: Float?
        var at: Date?
        var odd: Odd?
        var odds: [Odd]?
    }

    /// A type that does not read what it writes.
    struct Odd: Codable, LosslessStringConvertible {
        let description = "odd"
        init() {}
        init?(_ text: String) { if text != "1" { return nil } }
        init(from decoder: any Decoder) throws {}
        func encode(to encoder: any Encoder) throws {}
    }

    @Test(
        arguments: [
            (Search(tags: []), "irreversible tags"),
            (Search(at: Date(timeIntervalSinceReferenceDate: 1e-30)), "irreversible at"),
            (Search(at: .distantFuture.addingTimeInterval(1e15)), "irreversible at"),
            (Search(odd: Odd()), "irreversible odd"), (Search(odds: [Odd()]), "irreversible odds"),
        ] as [(Search, String)])
    func aValueThatWouldComeBackAsAnotherIsAnError(route: Search, expected: String) throws {
        let router = Router(origins: ["shop://"])
        try router.register { $0.on(Search.self) { _, _ in } }
        let error = try #require(throws: RouteURLError.self) { try router.url(for: route) }
        #expect("\(RouteWritingTests.name(of: error)) \(error.name ?? "")" == expected)
    }
}
