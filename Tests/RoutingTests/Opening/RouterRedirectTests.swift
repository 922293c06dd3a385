import Dispatchers
import Testing

@testable import Routing

/// Redirects as routes: what they carry over, and what is wrong with some.
struct RouterRedirectTests {
    @Test(
        arguments: [
            ("/p/:id", "/product/:id", "x:/p/42", "x:///product/42"),
            ("/p/:id", "/product/:id", "x:/p/4%2F2?a=b&c#top", "x:///product/4%2F2?a=b&c#top"),
            ("/p/:id", "/product", "x:/p/42?a=%26", "x:///product?a=%26"),
            ("/p/:id", "/product/:id?ref=old", "x:/p/42?ref=new&a=1&a=2", "x:///product/42?ref=old&a=1&a=2"),
            ("/p/:id", "/product/:id?ref=old#here", "x:/p/42#there", "x:///product/42?ref=old#here"),
            ("/swap/:a/:b", "/:b/:a", "x:/swap/1/2", "x:///2/1"),
            ("/old/*rest", "/new/*rest", "x:/old/a/b%20c", "x:///new/a/b%20c"),
            ("/old/*rest", "/new/*", "x:/old/a/b", "x:///new/a/b"),
            ("/old/*rest", "/new/*rest", "x:/old", "x:///new"),
            ("/old/*rest", "/new", "x:/old/a", "x:///new"),
            ("/old(/:id)", "/new(/:id)", "x:/old/1", "x:///new/1"),
            ("/old(/:id)", "/new(/:id)", "x:/old", "x:///new"),
            ("/p/:id", "https://shop.example/product/:id?x", "x:/p/1", "https://shop.example/product/1?x"),
            ("/p", "https://shop.example", "x:/p?a", "https://shop.example/?a"),
            ("/p", "shop:/product", "x:/p", "shop:/product"),
            // Names in the query and the fragment.
            ("/o/:a", "/f?q=:a", "x:/o/lamp", "x:///f?q=lamp"), ("/o/:a", "/f?:a", "x:/o/lamp", "x:///f?lamp"),
            ("/o/:a", "/f?q=:a&x=1", "x:/o/a%26b=c+d%20e%23?q=2&y=3#z", "x:///f?q=a%26b%3Dc%2Bd%20e%23&x=1&y=3#z"),
            ("/o/:a/:b", "/f?q=:{a}x:b", "x:/o/1/2", "x:///f?q=1x2"),
            ("/o/:a", "/f?:a=1", "x:/o/k?k=2&j=3", "x:///f?k=1&j=3"),
            ("/o/:a", "/f#:a", "x:/o/a%23b%20c+d%3F/#x", "x:///f#a%23b%20c+d?"),
            ("/o/:a", "/f/:a?a=:a#:a", "x:/o/%2F", "x:///f/%2F?a=/#/"),
            ("/o/:a", "https://shop.example/f?q=:a", "x:/o/1", "https://shop.example/f?q=1"),
            ("/o/*rest", "/f?path=*rest", "x:/o/a%2Fb/c%26", "x:///f?path=a%2Fb/c%26"),
            ("/o/*rest", "/f?path=*rest", "x:/o", "x:///f?path="), ("/o/*", "/f#*rest", "x:/o/a/b", "x:///f#a/b"),
            // Required items of the query.
            ("/s?q", "/s/:q", "x:/s?q=a+b%2F&x=1", "x:///s/a%20b%2F?q=a+b%2F&x=1"),
            ("/s?q", "/f?words=:q", "x:/s?q=a%26b", "x:///f?words=a%26b&q=a%26b"),
            ("/s?q", "/f?q=:q-x", "x:/s?q=1&q=2", "x:///f?q=1-x"),
            ("/s?page:Int", "/s/:page", "x:/s?page=7", "x:///s/7?page=7"),
            ("/s?q", "/f#:q", "x:/s?q=%E9", "x:///f?q=%E9#%EF%BF%BD"),
            ("/s/:q?q", "/f/:q", "x:/s/path?q=query", "x:///f/path?q=query"),
            // No names.
            (
                "/o", "/f?at=10:30&u=https://h.example:80/&v=%3Aa&w=a:&x=*&y=2*3#::1", "x:/o",
                "x:///f?at=10:30&u=https://h.example:80/&v=%3Aa&w=a:&x=*&y=2*3#::1"
            ),
        ])
    func aRedirectLeadsElsewhere(source: String, target: String, url: String, expected: String) async throws {
        let router = Router()
        let seen = Recorder<String>()
        try router.redirect(source, to: target)
        try router.register { $0.on("/*", priority: -1) { match in seen.add(match.url) } }
        let outcome = await router.open(url)
        #expect(outcome.isHandled && outcome.redirects == [expected])
        #expect(seen.all == [expected])
    }

    @Test
    func extrasPayloadAndWhatWaitsGoOn() async throws {
        let router = Router()
        let seen = Recorder<String>()
        let log = { @Sendable (match: RouteMatch) in
            seen.add("\(match["k"] ?? "-") \(match.payload(as: Int.self) ?? 0) \(match.parked?.url ?? "-")")
        }
        try router.register {
            $0.redirect("/old", to: "/new")
            $0.on("/new", perform: log)
            $0.mount("/parked", guards: [Guard("g") { _ in .park(redirect: "/old") }]) { $0.on("/") { _ in } }
            $0.mount("/moved", guards: [Guard("g") { _ in .redirect(to: "/old") }]) { $0.on("/") { _ in } }
        }
        await router.open("x:/old", extras: ["k": "v"], payload: 42)
        await router.open("x:/moved", extras: ["k": "v"], payload: 42)
        await router.open("x:/parked", extras: ["k": "v"], payload: 42)
        #expect(seen.all == ["v 42 -", "v 42 -", "- 0 x:/parked"])
    }

    @Test(arguments: [
        ("x:/s/1", "handled", ["x:///new/1"]), ("x:/s/none", "not found", []), ("x:/l/1", "handled", ["x:///new/1"]),
    ])
    func aHandlerMayRedirectOrDecline(url: String, expected: String, redirects: [String]) async throws {
        let router = Router()
        try router.register {
            $0.on("/s/:code") { match in
                match["code"] == "none" ? .declined : .redirect(to: "/new/\(match["code"] ?? "")")
            }
            $0.on("/l/:code") { match in
                await Task.yield()
                return .redirect(to: "/new/\(match["code"] ?? "")")
            }
            $0.on("/new/:code") { _ in 42 }
        }
        let outcome = await router.open(url)
        #expect(outcome.summary == (expected == "not found" ? "declined" : expected))
        #expect(outcome.redirects == redirects)
        #expect(outcome.value(as: Int.self) == (outcome.isHandled ? 42 : nil))
    }

    @Test
    func aGuardMayRedirect() async throws {
        let router = Router()
        try router.register(guards: [Guard("paid") { _ in .redirect(to: "/paywall") }]) {
            $0.on("/a") { _ in Issue.record("handled") }
        }
        try router.register { $0.on("/paywall") { _ in } }
        let outcome = await router.open("x:/a")
        #expect(outcome.isHandled && outcome.redirects == ["x:///paywall"])
        #expect(router.canOpen("x:/a"))
    }

    static func ignore(_ match: RouteMatch) {}

    static func openAtOnce(_ url: String, _ router: Router) -> RouteOutcome { router.openNow(url) }

    @Test
    func aRedirectNeedsNoWaiting() throws {
        let router = Router()
        try router.register {
            $0.redirect("/a", to: "/b")
            $0.on("/c") { _ in .redirect(to: "/b") }
            $0.on("/b") { _ in }
        }
        #expect(Self.openAtOnce("x:/a", router).isHandled)
        #expect(Self.openAtOnce("x:/c", router).isHandled)
    }

    @Test(arguments: [("x:/there", true), ("x:/function", true), ("x:/guarded", true), ("x:/nowhere", false)])
    func canOpenAsksNoGuardAndNoHandler(url: String, expected: Bool) throws {
        let router = Router()
        let refusing = Guard("refusing") { _ in
            Issue.record("asked")
            return .refuse("")
        }
        try router.register {
            $0.redirect("/there", to: "/b")
            $0.on("/function") { _ in
                Issue.record("asked")
                return .redirect(to: "/c")
            }
            $0.on("/guarded", guards: [refusing]) { _ in }
        }
        #expect(router.canOpen(url) == expected)
    }

    @Test(
        arguments: [
            ("/p/:id", "/product/:number", "number"), ("/p(/:id)", "/product/:id", "id"), ("/p", "/*rest", "*rest"),
            ("/p/*", "/q/:rest", "rest"), ("/p(/:id)", "/product(/:id)", nil), ("/p/*a", "/q/*b", nil),
            ("/p/:id", "/q?id=:nothing", "nothing"), ("/p/:id", "/q#:nothing", "nothing"),
            ("/p/:id", "/q?:{nothing}", "nothing"),
            ("/p(/:id)", "/q?id=:id", "id"), ("/p/:id", "/q?id=*id", "*id"), ("/p(/*id)", "/q#*id", "*id"),
            ("/p?q", "/q/:r", "r"), ("/p?q", "/q?r=:r", "r"), ("/p?q", "/q/:q?r=:q", nil),
            ("/p/:id", "/q?at=10:id", nil),
            ("/p", "/q?u=mailto:joe", "joe"),
        ] as [(String, String, String?)])
    func aNameThatTheSourceDoesNotHaveIsAnError(source: String, target: String, name: String?) throws {
        let router = Router()
        do {
            try router.redirect(source, to: target)
            #expect(name == nil)
        } catch {
            #expect(error.says(["asks for “\(name ?? "")”"]))
            #expect(error.description.contains("“\(source)” redirects to “\(target)”"))
        }
    }

    @Test(arguments: [("/b?x=:{a", 8), ("/b?x=:{}", 7), ("/b#:{a:Int}", 6)])
    func aNameInBracesThatIsNoneIsAnError(target: String, offset: Int) throws {
        let error = try #require(throws: RouteRegistrationError.self) { try Router().redirect("/a/:a", to: target) }
        #expect(error.says(["“\(target)” is wrong at offset \(offset)"]))
    }

    /// In a list that was read, too, where handlers and redirects are bound to names.
    @Test
    func aRedirectOfAListNamesParametersAnywhere() async throws {
        let json = """
            {"routes": [{"pattern": "/o/:a", "name": "old"}, {"pattern": "/s?q", "name": "search"}, {"pattern": "/f/*", "name": "new"}]}
            """
        let list = try RouteList(json: json)
        let router = Router()
        try router.register(list) {
            $0.redirect("old", to: "/f?q=:a#:a")
            $0.redirect("search", to: "/f/:q")
            $0.on("new") { _ in }
        }
        #expect(await router.open("x:/o/1").redirects == ["x:///f?q=1#1"])
        #expect(await router.open("x:/s?q=1").redirects == ["x:///f/1?q=1"])
        let error = try #require(throws: RouteRegistrationError.self) {
            try Router().register(list) {
                $0.redirect("old", to: "/f?q=:b")
                $0.redirect("search", to: "/f#:q:r")
                $0.on("new") { _ in }
            }
        }
        #expect(error.says(["asks for “b”", "asks for “r”"]))
    }

    @Test
    func aTargetThatIsNoPatternIsAnError() throws {
        let error = try #require(throws: RouteRegistrationError.self) { try Router().redirect("/a", to: "/b//c") }
        #expect(error.says(["a segment is empty"]))
    }

    @Test(arguments: ["mailto:a@b", "tel:1", "about:blank", "https:t", "x:", "product"])
    func aTargetWithoutHostAndSlashIsAnError(target: String) {
        #expect(throws: RouteRegistrationError.self) { try Router().redirect("/a", to: target) }
    }

    @Test(arguments: ["https://:shop/a", "https://a b/c", "https://a@b:x/c", "https://<>/c", "https:///c"])
    func aTargetThatNoURLBeginsAsIsAnError(target: String) throws {
        // An empty host is for schemes of an app's own.
        let isURL = (try? URLText(target)) != nil
        do {
            try Router().redirect("/a", to: target)
            #expect(isURL)
        } catch {
            #expect(!isURL && error.says(["“\(target)” is not the target of a redirect"]))
        }
    }

    @Test
    func aRedirectIsARoute() async throws {
        let router = Router()
        let line = #line + 2
        let group = try router.mount("/:lang", guards: [Guard("open") { _ in .proceed }]) {
            $0.redirect("/p/:id", "/q/:id", to: "/:lang/product/:id", priority: 2, options: RouteOptions(name: "old"))
        }
        let route = try #require(router.routes.first)
        #expect(route.description == "/:lang/p/:id → /:lang/product/:id [2] behind open (\(route.location))")
        #expect(route.redirect == "/:lang/product/:id" && route.options.name == "old" && route.location.line == line)
        #expect(await router.open("x:/en/q/7").redirects == ["x:///en/product/7"])
        #expect(throws: RouteRegistrationError.self) {
            try router.register { $0.on("/:x/p/:y", priority: 2) { _ in } }
        }
        #expect(router.remove { $0.pattern.text == "/:lang/p/:id" } == 1)
        #expect(router.remove(group) == 1)
        #expect(router.routes.isEmpty)
    }

    @Test
    func theGuardsOfARedirectAreAskedBeforeThoseOfItsTarget() async throws {
        let router = Router()
        let log = Recorder<String>()
        let named = { (name: String) in
            Guard(name) { _ in
                log.add(name)
                return .proceed
            }
        }
        try router.mount("/old", guards: [named("old")]) { $0.redirect("/", to: "/new") }
        try router.mount("/new", guards: [named("new")]) { $0.on("/") { _ in } }
        #expect(await router.open("x:/old").isHandled)
        #expect(log.all == ["old", "new"])
    }

    @Test
    func severalPatternsOfOneHandlerKeepTheURL() async throws {
        let router = Router()
        let seen = Recorder<String>()
        try router.register { $0.on("/product/:id", "/p/:id") { match in seen.add(match.url) } }
        let outcome = await router.open("x:/p/1")
        #expect(outcome.isHandled && outcome.redirects.isEmpty && seen.all == ["x:/p/1"])
    }
}

/// Text that is costly to compare as characters.
struct HostileRedirectTests {
    /// In canonical order, the marks behind a letter are sorted, which takes time that is quadratic in their number.
    static let marks = String(repeating: "\u{301}\u{323}", count: 15_000)

    @Test
    func aRedirectComparesBytes() async throws {
        let router = Router()
        try router.redirect("/old/*rest", to: "/new/*rest?ref=own")
        try router.register { $0.on("/new/*rest") { match in match.tail?.first?.utf8.count } }
        // Encoded it is three times as long.
        let marks = String(String.UnicodeScalarView(Self.marks.unicodeScalars.prefix(10_000)))
        #expect(await router.open("x:/old/\(marks)").value() == marks.utf8.count)
        #expect(await router.open("x:/old/a?ref\(Self.marks)=1").value() == 1)
        #expect(await router.open("x:/old/a?re\(Self.marks)=1#f").isHandled)
    }
}
