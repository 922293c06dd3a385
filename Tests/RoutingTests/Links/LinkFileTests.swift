import Foundation
import Routing
import Testing

/// Files for web sites, and what is wrong with what they are asked for.
struct LinkFileTests {
    static let fingerprint = Array(repeating: "aF", count: 32).joined(separator: ":")
    static let apple = "ABCDE12345.com.example.shop"

    func makeRouter(_ origins: [Origin] = ["shop://", "https://shop.example"]) throws -> Router {
        let router = Router(origins: origins)
        try router.register {
            $0.on("/", "/orders", "/orders/:id:Int(/items)") { _ in }
            $0.on("/search?q", "/help/*topic") { _ in }
            $0.on("/only-app", options: RouteOptions(schemes: ["shop"])) { _ in }
            $0.redirect("/o/:id", to: "/orders/:id")
        }
        return router
    }

    @Test
    func anAppleFileHasARuleForEachPath() throws {
        let file = try makeRouter().appleAppSiteAssociation(for: [Self.apple, "ABCDE12345.com.example.clip"])
        let paths = try LinkMatcher.apple(file.json).rules.map(\.path)
        #expect(
            paths == [
                "/", "/orders", "/orders/", "/orders/?*/items", "/orders/?*/items/", "/orders/?*", "/search",
                "/search/", "/help", "/help/*", "/o/?*",
            ])
        #expect(file.json.contains(#""comment" : "/orders/:id:Int(/items)""#))
        #expect(file.json.contains(#""ABCDE12345.com.example.clip""#))
        #expect(
            file.notes == [
                "The rules “/orders/?*/items”, “/orders/?*/items/” and “/orders/?*” take more than the route “/orders/:id:Int(/items)”: “*” matches any characters, slashes too.",
                "The rules “/search” and “/search/” take more than the route “/search?q”: the query may be any.",
                "The rule “/o/?*” takes more than the route “/o/:id”: “*” matches any characters, slashes too.",
            ])
    }

    /// The rules of a wildcard are those of each subdomain, and of a host of its own together with that.
    @Test
    func aWildcardHasAFileForAllSubdomains() throws {
        func paths(_ origins: [Origin], at host: String?) throws -> [String] {
            let router = Router(origins: origins)
            try router.register {
                $0.on("/a") { _ in }
                $0.on("//www.shop.example/b", "//*.shop.example/c") { _ in }
            }
            let android = try router.assetLinks(
                for: [try AndroidApp("com.example.shop", fingerprints: [Self.fingerprint])], at: host)
            let paths = try LinkMatcher.apple(router.appleAppSiteAssociation(for: [Self.apple], at: host).json).rules
                .map(\.path)
            #expect(try LinkMatcher.android(android.json).rules.map(\.path) == paths)
            return paths.filter { !$0.hasSuffix("/") }
        }
        #expect(try paths(["shop://", "https://*.shop.example"], at: nil) == ["/a", "/c"])
        #expect(try paths(["https://*.shop.example"], at: "*.shop.example") == ["/a", "/c"])
        #expect(try paths(["https://*.shop.example"], at: "WWW.shop.example") == ["/a", "/b", "/c"])
        #expect(
            try paths(["https://*.shop.example/x", "https://www.shop.example"], at: "www.shop.example") == [
                "/x/a", "/x/b", "/x/c", "/a", "/b", "/c",
            ])
        #expect(try paths(["https://*.example", "https://*.shop.example/x"], at: "*.shop.example") == ["/a", "/c"])
        for host in ["shop.example", "wwwshop.example", "a/b.shop.example", "*.example"] {
            #expect(throws: LinkFileError.self) { try paths(["https://*.shop.example"], at: host) }
        }
        let error = try #require(throws: LinkFileError.self) {
            try paths(["https://*.shop.example", "https://shop.example"], at: nil)
        }
        #expect(error.reason == .severalHosts && error.text == "*.shop.example, shop.example")
    }

    @Test
    func anAndroidFileHasAStatementForEachApp() throws {
        let apps = [
            try AndroidApp("com.example.shop", fingerprints: [Self.fingerprint]),
            try AndroidApp("com.example.other_1", fingerprints: [Self.fingerprint]),
        ]
        let file = try makeRouter().assetLinks(for: apps)
        let json = try #require(JSONSerialization.jsonObject(with: Data(file.json.utf8)) as? [[String: Any]])
        #expect(json.count == 2)
        let target = try #require(json[1]["target"] as? [String: Any])
        #expect(target["namespace"] as? String == "android_app")
        #expect(target["package_name"] as? String == "com.example.other_1")
        #expect(target["sha256_cert_fingerprints"] as? [String] == [Self.fingerprint.uppercased()])
        #expect(json[0]["relation"] as? [String] == ["delegate_permission/common.handle_all_urls"])
        let paths = try LinkMatcher.android(file.json).rules.map(\.path)
        #expect(
            Array(paths.prefix(paths.count / 2)) == [
                "/", "/orders", "/orders/", "/orders/*/items", "/orders/*/items/", "/orders/*", "/search", "/search/",
                "/help", "/help/*", "/o/*",
            ])
    }

    @Test(arguments: [
        ("/a.b", "/a.b", "/a?b"), ("/x+y", "/x*y", "/x+y"), ("/café", "/caf%C3%A9", "/café"),
        ("/a%2Fb", "/a%2Fb", "/a/b"), ("/:file.json", "/?*.json", "/*"), ("/v:{n:Int}.:m/x", "/v?*.?*/x", "/v*/x"),
        ("/%2A%3F", "/*%3F", "/??"), ("/a/*/b", "/a/?*/b", "/a/*/b"), ("/*", "/*", "/*"), ("/:a/*", "/?*", "/*"),
        ("/%7Bb%7D", "/%7Bb%7D", "/?b?"),
    ])
    func aRuleIsWrittenAsTheSystemReadsIt(pattern: String, apple: String, android: String) throws {
        let router = Router(origins: ["https://shop.example"])
        try router.register { $0.on(pattern) { _ in } }
        let app = try AndroidApp("com.example.shop", fingerprints: [Self.fingerprint])
        let appleFile = try router.appleAppSiteAssociation(for: [Self.apple])
        #expect(try LinkMatcher.apple(appleFile.json).rules.first?.path == apple)
        #expect(try LinkMatcher.android(try router.assetLinks(for: [app]).json).rules.first?.path == android)
    }

    @Test
    func aRouteThatIsTakenExactlyHasNoNote() throws {
        let router = Router(origins: ["https://shop.example"])
        try router.register { $0.on("/", "/news", "/help/*", "/a/b(/c)") { _ in } }
        #expect(try router.appleAppSiteAssociation(for: [Self.apple]).notes.isEmpty)
        // Of two routes with one rule, the one that is taken exactly counts.
        try router.register { $0.on("/news?page", priority: 1) { _ in } }
        #expect(try router.appleAppSiteAssociation(for: [Self.apple]).notes.isEmpty)
    }

    @Test(
        arguments: [
            (["/*"], "/*"), (["/*rest", "/news"], "/*rest"), (["/help/*", "/(news)"], nil),
        ] as [([String], String?)])
    func aRouteThatTakesTheWholeSiteIsNoted(patterns: [String], route: String?) throws {
        let notes = [route].compactMap(\.self).map { route in
            "The rule “/*” of the route “\(route)” takes the whole site: every link to it opens the app."
        }
        let router = Router(origins: ["https://shop.example"])
        try router.register { routes in
            for pattern in patterns { routes.on(pattern) { _ in } }
        }
        #expect(try router.appleAppSiteAssociation(for: [Self.apple]).notes == notes)
        let app = try AndroidApp("com.example.shop", fingerprints: [Self.fingerprint])
        #expect(try router.assetLinks(for: [app]).notes == notes)
        let ofTheApp = RouteOptions(schemes: ["shop"])
        let other = Router(origins: ["shop://", "https://shop.example/app"])
        try other.register {
            $0.on("/news") { _ in }
            $0.on("/*", options: ofTheApp) { _ in }
        }
        #expect(try other.appleAppSiteAssociation(for: [Self.apple]).notes.isEmpty)
    }

    @Test
    func lettersMatchInAnyCaseWhereTheRouterIgnoresIt() throws {
        let router = Router(origins: ["https://shop.example"], ignoringCase: true)
        try router.register { $0.on("/news") { _ in } }
        let apple = try router.appleAppSiteAssociation(for: [Self.apple])
        #expect(apple.json.contains(#""caseSensitive" : false"#) && apple.notes.isEmpty)
        let app = try AndroidApp("com.example.shop", fingerprints: [Self.fingerprint])
        let android = try router.assetLinks(for: [app])
        #expect(try LinkMatcher.android(android.json).rules.map(\.path) == ["/????", "/????/"])
        #expect(android.notes.first?.contains("a rule cannot ignore the case") == true)
    }

    @Test
    func aListMayBeForARouterThatIgnoresCase() throws {
        let list = try RouteList(json: #"{"origins": ["https://shop.example"], "routes": [{"pattern": "/news"}]}"#)
        let router = Router(origins: ["https://shop.example"], ignoringCase: true)
        try router.register { $0.on("/news") { _ in } }
        let app = try AndroidApp("com.example.shop", fingerprints: [Self.fingerprint])
        let apple = try list.appleAppSiteAssociation(for: [Self.apple], ignoringCase: true)
        #expect(try apple == router.appleAppSiteAssociation(for: [Self.apple]))
        #expect(try list.assetLinks(for: [app], ignoringCase: true) == router.assetLinks(for: [app]))
        #expect(try list.appleAppSiteAssociation(for: [Self.apple]) != apple)
    }

    @Test
    func eachHostHasItsOwnFile() throws {
        let origins: [Origin] = [
            "https://shop.example/app", "https://Shop.example/app/inner", "https://www.shop.example",
            "http://old.example",
        ]
        let router = try makeRouter(origins)
        let first = try router.appleAppSiteAssociation(for: [Self.apple], at: "shop.example")
        #expect(
            try LinkMatcher.apple(first.json).rules.map(\.path).prefix(4) == [
                "/app", "/app/", "/app/orders", "/app/orders/",
            ])
        #expect(!first.json.contains("inner"))
        let second = try router.appleAppSiteAssociation(for: [Self.apple], at: "WWW.shop.example")
        #expect(try LinkMatcher.apple(second.json).rules.map(\.path).first == "/")
        let error = #expect(throws: LinkFileError.self) { try router.appleAppSiteAssociation(for: [Self.apple]) }
        #expect(error?.reason == .severalHosts && "\(error, default: "")".contains("shop.example, www.shop.example"))
        #expect(throws: LinkFileError.self) { try router.appleAppSiteAssociation(for: [Self.apple], at: "old.example") }
    }

    @Test
    func theRoutesOfAFallbackAreLinksToo() throws {
        let fallback = Router(origins: ["https://shop.example/more"])
        try fallback.register { $0.on("/far") { _ in } }
        let router = Router(origins: ["shop://", "https://shop.example"], fallback: fallback)
        try router.register { $0.on("/near") { _ in } }
        let file = try router.appleAppSiteAssociation(for: [Self.apple])
        #expect(try LinkMatcher.apple(file.json).rules.map(\.path) == ["/near", "/near/", "/more/far", "/more/far/"])
    }

    @Test(arguments: [
        "", "com.example.shop", "abcde12345.com.example", "ABCDE1234.com.example", "ABCDE12345", "ABCDE12345.",
        "ABCDE12345.com..example", "ABCDE12345.com.exa mple", "ABCDE12345.com.example\n", "ÄBCDE1234.com.example",
    ])
    func anIdentifierThatAppleDoesNotHaveIsRefused(app: String) throws {
        let router = try makeRouter()
        let error = #expect(throws: LinkFileError.self) { try router.appleAppSiteAssociation(for: [Self.apple, app]) }
        #expect(error?.reason == .malformedApp && error?.text == app)
    }

    @Test(arguments: [
        ("shop", LinkFileTests.fingerprint, LinkFileError.Reason.malformedApp),
        ("com.1shop", fingerprint, .malformedApp), ("com..shop", fingerprint, .malformedApp),
        ("com.example.shop", "", .malformedFingerprint), ("com.example.shop", "14:6D", .malformedFingerprint),
        ("com.example.shop", fingerprint + ":00", .malformedFingerprint),
        ("com.example.shop", fingerprint.replacing("a", with: "g"), .malformedFingerprint),
        ("com.example.shop", fingerprint.replacing(":", with: ""), .malformedFingerprint),
    ])
    func anAndroidAppThatCannotBeIsRefused(package: String, fingerprint: String, reason: LinkFileError.Reason) {
        let error = #expect(throws: LinkFileError.self) { try AndroidApp(package, fingerprints: [fingerprint]) }
        #expect(error?.reason == reason)
        #expect(throws: LinkFileError.self) { try AndroidApp("com.example.shop", fingerprints: []) }
    }

    @Test
    func withoutAWebSiteAppsOrRoutesThereIsNoFile() throws {
        func reason(_ router: Router, _ apps: [String] = [Self.apple]) -> LinkFileError.Reason? {
            do throws(LinkFileError) {
                _ = try router.appleAppSiteAssociation(for: apps)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason(try makeRouter(["shop://"])) == .noWebOrigin)
        #expect(reason(try makeRouter(["http://shop.example"])) == .noWebOrigin)
        #expect(reason(Router()) == .noWebOrigin)
        #expect(reason(Router(origins: ["https://shop.example"])) == .noRoute)
        #expect(reason(try makeRouter(), []) == .noApp)
        #expect(reason(try makeRouter()) == nil)
    }

    @Test
    func aFileThatIsTooLongForAppleSaysSo() throws {
        let router = Router(origins: ["https://shop.example"])
        try router.register { routes in for number in 0..<2_000 { routes.on("/page/\(number)") { _ in } } }
        let notes = try router.appleAppSiteAssociation(for: [Self.apple]).notes
        #expect(notes.count == 1 && notes[0].contains("systems read at most 131072"))
    }

    @Test
    func moreThanTwentyThousandPathsOrAThousandOriginsAreRefused() throws {
        let origins = try (0..<100).map { try Origin("https://shop.example/\($0)") }
        let routes = try (0..<201).map { RouteList.Route(pattern: try RoutePattern("/a\($0)/:id")) }
        let list = RouteList(origins: origins, routes: routes)
        let error = #expect(throws: LinkFileError.self) { try list.appleAppSiteAssociation(for: [Self.apple]) }
        #expect(error?.reason == .tooManyPaths)
        let many = RouteList(origins: try (0..<1_001).map { try Origin("https://\($0).example") }, routes: routes)
        let other = #expect(throws: LinkFileError.self) { try many.appleAppSiteAssociation(for: [Self.apple]) }
        #expect(other?.reason == .tooManyPaths)
        let fewer = RouteList(origins: origins, routes: Array(routes.dropLast()))
        #expect(try LinkMatcher.apple(fewer.appleAppSiteAssociation(for: [Self.apple]).json).rules.count == 20_000)
    }
}
