import AllocationCounter
import Foundation
import Routing
import Testing

/// Lists of routes with text that was written to make a reader slow.
struct HostileListTests {
    private static let marks = HostileQueryTests.marks(100)

    private static func error(_ json: String) throws -> RouteListError {
        try #require(throws: RouteListError.self) { try RouteList(json: json) }
    }

    @Test(arguments: [
        #"{"routes": [], "@": 1}"#, #"{"@": 1, "routes": []}"#, #"{"routes": [{"pattern": "/a", "@": 1}]}"#,
        #"{"routes": [{"pattern": "/a", "metadata": {"@": 1}}]}"#,
        #"{"routes": [{"pattern": "/a", "metadata": {"a": [{"@": 1}]}}]}"#,
    ])
    func aLongKeyIsRefused(json: String) throws {
        #expect(
            try Self.error(json.replacing("@", with: Self.marks)).explanation == "it has a key of more than 128 bytes.")
        let escaped = String(repeating: #"\u0301"#, count: 100)
        #expect(
            try Self.error(json.replacing("@", with: escaped)).explanation == "it has a key of more than 128 bytes.")
    }

    @Test func aKeyOf128BytesIsRead() throws {
        let key = String(repeating: "k", count: 128)
        let list = try RouteList(json: #"{"routes": [{"pattern": "/a", "metadata": {"\#(key)": 1}}]}"#)
        #expect(list.routes[0].options.metadata == [key: 1])
    }

    @Test func anErrorIsShortWhateverTheTextIs() throws {
        for json in [
            #"{"routes": [], "@": 1}"#, #"{"routes": [{"pattern": "/@:"}]}"#, #"{"host": "@", "routes": []}"#,
            #"{"routes": [{"pattern": "/a", "schemes": ["@"]}]}"#, #"{"origins": ["@"], "routes": []}"#,
        ] {
            let error = try Self.error(json.replacing("@", with: String(repeating: "x ", count: 30_000)))
            #expect(error.description.utf8.count < 1_000)
        }
    }

    /// The names are canonically equivalent, and of other bytes.
    @Test func namesAreTheirBytes() throws {
        let list = try RouteList(
            json: #"{"routes": [{"pattern": "/a", "name": "caf\u00E9"}, {"pattern": "/b", "name": "cafe\u0301"}]}"#)
        #expect(list.routes[0].options != RouteOptions(name: "cafe\u{301}"))
        let error = try #require(throws: RouteRegistrationError.self) {
            try Router().register(list) { $0.on("caf\u{E9}") { _ in } }
        }
        #expect(error.says(["No handler was bound to the route “/b”"]))
        let router = Router()
        try router.register(list) {
            $0.on("caf\u{E9}") { _ in 1 }
            $0.on("cafe\u{301}") { _ in 2 }
        }
        #expect(router.routes.map(\.pattern.text) == ["/a", "/b"])
    }

    /// U+212A is canonically equivalent to the letter K.
    @Test func theNameOfATypeIsItsBytes() throws {
        let kind = ParameterType("Kind") { $0 == "a" }
        let pattern = try RoutePattern("/:{id:\u{212A}ind}", types: [kind])
        #expect(pattern.parameters.map(\.type) != [kind])
        #expect(RouteTable([.init(pattern: pattern, value: 1)]).match("/a") == nil)
    }

    @Test(
        .enabled(if: allocationsOfThisThread() >= 0, "allocations can be counted here"),
        arguments: ["[],", "true,", "1.5,", "{},", "\"a\","])
    func readingAllocatesLittleForEachValue(value: String) throws {
        let json = Data(
            (#"{"routes": [{"pattern": "/a", "metadata": {"m": [[[["# + String(repeating: value, count: 10_000)
                + "1]]]]}}]}").utf8)
        let before = allocationsOfThisThread()
        #expect(try RouteList(json: json).routes.count == 1)
        #expect(allocationsOfThisThread() - before < 30_000)
    }
}
