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

    /// The part of a value that its URL would lose.
    @Test(
        arguments: [
            ("/:id", ["id": ""], "“id”, which is “”, would not be read back: no parameter matches empty text."),
            (
                "/:id", ["id": ".."],
                "“id”, which is “..”, would not be read back: a segment of dots is removed from paths."
            ),
            ("/:id:Int", ["id": "x"], "“id”, which is “x”, would not be read back: it is not of the type Int."),
            ("/a?n:{1...9}", ["n": "x"], "“n”, which is “x”, would not be read back: it is not of the type 1...9."),
            (
                "/:{slug}-:{id}", ["slug": "a-b", "id": "1"],
                "“slug”, which is “a-b”, would not be read back: “-” in it ends the parameter."
            ),
            (
                "/:{slug}-:{id:Int}", ["slug": "a-b", "id": "1"],
                "“slug”, which is “a-b”, would not be read back: “-” in it ends the parameter."
            ),
            (
                "//:shop/a", ["shop": "A.example"],
                "“shop”, which is “A.example”, would not be read back: it is not a host as browsers show it, in lowercase."
            ),
        ])
    func theErrorNamesTheCause(pattern: String, values: [String: String], sentence: String) throws {
        let error = try #require(throws: RouteURLError.self) {
            try Router(host: .match).url(for: pattern, with: values, at: "https://shop.example")
        }
        #expect(error.description == "There is no URL for “\(pattern)”: " + sentence)
    }

    @Test(
        arguments: [
            ("/a\\b", "it has a backslash, which browsers read as a slash"), ("/a\tb", "it has a control character"),
            ("//evil.example", "browsers read what follows two slashes as a host"),
            ("a", "it does not begin with a scheme"),
            ("https:/a", "a URL of the web needs two slashes and a host"),
            ("/a%E9", "its escapes do not decode to UTF-8"),
        ])
    func theErrorOfATargetNamesTheCause(target: String, cause: String) async throws {
        let router = Router()
        try router.register { $0.on("/go") { _ in .redirect(to: target) } }
        guard case .failed(let error as RouteURLError) = await router.open(path: "/go").result else {
            Issue.record()
            return
        }
        #expect(error.description.contains("would not be read back: \(cause)"))
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
