import Foundation
import Routing
import Testing

/// URLs that are written at an origin: each is read as the route that it was written for.
struct WrittenOriginTests {
    @Test(arguments: [
        "https://shop.example/\u{E9}", "https://shop.example/100%", "https://shop.example/a%2Fb", "shop://b\u{FC}cher",
        "shop://shop/<a>", "shop:/a b", "shop://b%C3%BCcher/a\"", "shop:///[a]",
    ])
    func aURLThatIsWrittenIsTheSameAsAURLOfFoundation(text: String) async throws {
        let router = Router(origins: [try Origin(text)])
        try router.register { $0.on("/:id") { match in match["id"] } }
        for value in ["42", "\u{E9}", "100%", "a/b"] {
            let text = try router.url(for: "/:id", with: ["id": value])
            #expect(text.utf8.allSatisfy { $0 < 0x80 })
            let url = try #require(URL(string: text))
            #expect(url.absoluteString == text)
            #expect(await router.open(url).value(as: String.self) == value)
        }
    }

    @Test func aHostOfAPatternIsWrittenInASCII() throws {
        let router = Router(origins: ["shop://"], host: .match)
        let url = try Router(host: .match).url(for: "//b\u{FC}cher/a", at: "shop://")
        #expect(url == "shop://b%C3%BCcher/a")
        #expect(try router.url(for: "//:host/a", with: ["host": "b\u{FC}cher"]) == url)
    }

    /// The router reads the path of the origin as a part of the path.
    @Test(
        arguments: [
            (HostRule.ignore, "https://shop.example/app", false), (.ignore, "https://shop.example", true),
            (.ignore, "shop://", true),
            (.path, "https://shop.example", false), (.path, "shop://", true), (.path, "shop:", true),
            (.match, "shop://a/b", false),
            (.match, "shop://a", true),
        ] as [(HostRule, Origin, Bool)])
    func noURLIsWrittenThatTheRouterReadsAsAnotherRoute(host: HostRule, origin: Origin, isWritten: Bool) async throws {
        let router = Router(host: host)
        try router.register { $0.on("/user/:id") { match in match["id"] } }
        guard isWritten else {
            #expect(throws: RouteURLError.self) { try router.url(for: "/user/:id", with: ["id": "1"], at: origin) }
            return
        }
        let url = try router.url(for: "/user/:id", with: ["id": "1"], at: origin)
        #expect(await router.open(url).value(as: String.self) == "1")
    }

    @Test func aURLOfAnotherOriginIsWrittenUnlessTheRouterReadsItAsAnotherRoute() throws {
        let router = Router(origins: ["https://shop.example"])
        #expect(try router.url(for: "/a", at: "https://other.example/app") == "https://other.example/app/a")
        #expect(throws: RouteURLError.self) { try router.url(for: "/a", at: "https://shop.example/app") }
    }
}
