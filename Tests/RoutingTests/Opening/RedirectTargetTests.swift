import Routing
import Testing

/// Targets that a handler names from a value of the URL, where only a path was opened.
struct RedirectTargetTests {
    private static func outcome(next: String) async throws -> RouteOutcome {
        let router = Router()
        try router.register { $0.on("/login") { match in .redirect(to: match["next"] ?? "") } }
        let value = next.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return await router.open(path: "/login?next=" + value, following: .none)
    }

    @Test(arguments: [
        "/\\evil.example", "/\\/evil.example", "/\\\\evil.example", "//evil.example", "///evil.example",
        "/\t/evil.example",
        "/\n/evil.example", "/\r\\evil.example", "\\\\evil.example", "\\/evil.example", "\t//evil.example",
        " //evil.example", " https://evil.example", "\u{1}https://evil.example", "evil.example", "", "?a", "#a",
        "/a\\b", "/a\u{0}b", "https:\\\\evil.example", "ht\ttps://evil.example", "https:/\\evil.example",
    ])
    func aPlaceThatABrowserReadsAsAnotherHostIsRefused(next: String) async throws {
        let outcome = try await Self.outcome(next: next)
        guard case .failed(let error) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(error is RouteURLError)
    }

    @Test(arguments: [
        "/", "/a", "/a/b?c=//d#e", "/a//b", "/a/\u{E9}", "/a?b=\\c", "https://shop.example/a", "shop://a/b",
    ])
    func aPathOrAWholeURLIsTaken(next: String) async throws {
        let outcome = try await Self.outcome(next: next)
        guard case .redirected(let target) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(target == next)
    }

    @Test(arguments: ["https://shop.example/login", "http://shop.example/login", "ws://shop.example/login"])
    func aPlaceOfAWholeURLStaysAtItsHost(url: String) async throws {
        let router = Router(origins: ["https://shop.example", "http://shop.example", "ws://shop.example"])
        try router.register { $0.on("/login") { match in .redirect(to: match["next"] ?? "") } }
        for next in ["/%5Cevil.example", "/%09/evil.example", "%5C/evil.example", "evil.example"] {
            let outcome = await router.open(url + "?next=" + next, following: .none)
            if case .redirected(let target) = outcome.result { Issue.record("\(target)") }
        }
        let outcome = await router.open(url + "?next=//evil.example", following: .none)
        guard case .redirected(let target) = outcome.result else {
            Issue.record("\(outcome)")
            return
        }
        #expect(try URLText(target).host == "shop.example")
    }
}
