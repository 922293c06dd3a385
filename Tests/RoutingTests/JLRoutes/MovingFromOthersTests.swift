import Routing
import Testing

/// What the articles say about the calls of other routers.
struct MovingFromOthersTests {
    @Test
    func extrasHideTheValuesOfTheURL() throws {
        let router = Router(host: .path)
        let seen = Recorder<[String?]>()
        try router.register {
            $0.on("/user/view/:userID") { match in seen.add([match["userID"], match["evilThing"], match["search"]]) }
        }
        let url = "tests://user/view/joeldev?userID=evilPerson&search=evilSearch&evilThing=evil"
        #expect(router.open(url, extras: ["evilThing": "notEvil"]).isHandled)
        #expect(seen.all == [["joeldev", "notEvil", "evilSearch"]])
    }

    @Test
    func aRouteIsRemovedByTheTextThatItWasWrittenWith() throws {
        let router = Router(host: .path)
        try router.register { $0.on("/test(/:id)(/:tab)") { _ in } }
        #expect(router.remove("/test(/:id)(/:tab)") == 1)
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
            #expect(shop.open(url).isHandled)
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
        #expect(router.open("tests://test").isHandled)
        screen = nil
        #expect(!router.open("tests://test").isHandled)
    }

    @Test
    func aFragmentBecomesAPathByARedirect() throws {
        let router = Router()
        try router.register {
            $0.on("/user/:id") { match in match["id"] ?? "" }
            $0.redirect("/") { match in match.fragment.flatMap { $0.hasPrefix("/") ? $0 : nil } }
        }
        #expect(router.open("https://shop.example/#/user/1").value(as: String.self) == "1")
        #expect(!router.open("https://shop.example/#top").isHandled)
    }

    @Test
    func urlsAreWrittenByName() throws {
        let router = Router(origins: ["mgj://"])
        try router.register { $0.on("/foo/:id") { match in match["id"] ?? "" } }
        let url = try router.url(for: "/foo/:id", with: ["id": "4/2"])
        #expect(router.open(url).value(as: String.self) == "4/2")
    }
}
