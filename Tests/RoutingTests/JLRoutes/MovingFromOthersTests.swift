import Routing
import Testing

/// The statements of the articles about the calls of other routers.
struct MovingFromOthersTests {
    @Test
    func extrasHideTheValuesOfTheURL() throws {
        let router = Router(host: .path)
        let seen = Recorder<[String?]>()
        try router.register {
            $0.on("/user/view/:userID") { match in seen.add([match["userID"], match["evilThing"], match["search"]]) }
        }
        let url = "tests://user/view/joeldev?userID=evilPerson&search=evilSearch&evilThing=evil"
        #expect(router.openNow(url, extras: ["evilThing": "notEvil"]).isHandled)
        #expect(seen.all == [["joeldev", "notEvil", "evilSearch"]])
    }

    @Test
    func aRouteIsRemovedByTheTextThatItWasWrittenWith() throws {
        let router = Router(host: .path)
        try router.register { $0.on("/test(/:id)(/:tab)") { _ in } }
        #expect(router.remove { $0.pattern.text == "/test(/:id)(/:tab)" } == 1)
        #expect(!router.canOpen("tests://test"))
    }

    @Test
    func aChainTakesThePlaceOfNamespaces() throws {
        let everywhere = Router(host: .path)
        let shop = Router(origins: ["shop://"], fallback: everywhere)
        let seen = Recorder<String>()
        try everywhere.register { $0.on("/about", "/user/:id") { match in seen.add("everywhere \(match.url)") } }
        try shop.register { $0.on("/user/:id") { match in seen.add("shop \(match.url)") } }
        for url in ["other://about", "shop://user/1", "SHOP://about", "other://user/1"] {
            #expect(shop.openNow(url).isHandled)
        }
        #expect(
            seen.all == [
                "everywhere other://about", "shop shop://user/1", "everywhere SHOP://about",
                "everywhere other://user/1",
            ])
    }

    @Test
    func aHandlerWhoseTargetIsGoneDeclines() throws {
        final class Screen: Sendable {
            func show(_ match: RouteMatch) -> RouteReply { .handled }
        }
        let router = Router(host: .path)
        var screen: Screen? = Screen()
        try router.register { $0.on("/test") { [weak screen] match in screen?.show(match) ?? .declined } }
        #expect(router.openNow("tests://test").isHandled)
        screen = nil
        #expect(!router.openNow("tests://test").isHandled)
    }

    @Test
    func aFragmentBecomesAPathByARedirect() throws {
        for router in [Router(), Router(host: .match), Router(origins: ["https://shop.example"])] {
            try router.register {
                $0.on("/user/:id") { match in "\(match["id"] ?? "") \(match.query.map(\.key))" }
                $0.on("/*", priority: -1) { match in match.url }
                $0.on("/", priority: 1) { match in
                    guard let target = match.encodedFragment, target.hasPrefix("/") else { return .declined }
                    return .redirect(to: target)
                }
            }
            func value(_ fragment: String) -> String? {
                router.openNow("https://shop.example/#\(fragment)").value(as: String.self)
            }
            #expect(value("/user/1") == "1 []")
            #expect(value("/user/a%3Fadmin=1") == "a?admin=1 []")
            #expect(value("/user/a%23b") == "a#b []")
            #expect(value("/user/1?tab=x") == #"1 ["tab"]"#)
            #expect(value("//evil.example/x") == "https://shop.example//evil.example/x")
            #expect(value("top") == "https://shop.example/#top")
        }
    }

    @Test
    func urlsAreWrittenByName() throws {
        let router = Router(origins: ["mgj://"])
        try router.register { $0.on("/foo/:id") { match in match["id"] ?? "" } }
        let url = try router.url(for: "/foo/:id", with: ["id": "4/2"])
        #expect(router.openNow(url).value(as: String.self) == "4/2")
    }
}
