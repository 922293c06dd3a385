import Routing
import Testing

/// Redirects to a target that a value of the URL names.
struct OwnTargetTests {
    static let origins: [Origin] = [
        "shop://", "https://shop.example", "https://shop.example:8443", "https://*.shop.example",
        "https://help.example/app",
    ]

    /// Opens what `next` names, without following it.
    func outcome(
        _ next: String?, origins: [Origin]? = origins, asPath isPath: Bool = false
    ) async throws -> RouteOutcome {
        let router = Router(origins: origins, fallback: Router(origins: ["far://"]))
        try router.register {
            $0.on("/sign-in") { match in .redirect(to: match, ifOwn: "next", otherwise: "/home") }
        }
        let extras = next.map { ["next": $0] } ?? [:]
        guard isPath else { return await router.open("shop://sign-in", extras: extras, following: .none) }
        return await router.open(path: "/sign-in", extras: extras, following: .none)
    }

    static let own = [
        "/", "/cart", "/cart?a=1#b", "/a//b", "/%2F%2Felsewhere.example", "/?next=//elsewhere.example", "/a/../b",
        "/c@d:8", "/1:2", "shop://cart", "SHOP://cart", "https://shop.example", "HTTPS://Shop.Example/cart?a=1#b",
        "https://shop.example:8443/cart", "https://eu.shop.example/cart", "https://help.example/app/cart", "far://cart",
        "https://shop.example/@elsewhere.example", "https://shop.example//elsewhere.example",
    ]

    @Test(arguments: own)
    func aTargetOfTheRouterIsOpened(next: String) async throws {
        let path = try await outcome(next, asPath: true)
        #expect(path.summary == "redirected \(next)")
        let url = try await outcome(next)
        guard case .redirected(let target) = url.result else {
            Issue.record("\(url)")
            return
        }
        #expect(next.hasPrefix("/") ? target.hasPrefix("shop:") : target == next)
    }

    static let foreign = [
        "//", "//elsewhere.example", "///elsewhere.example", "/.//elsewhere.example", "/a/..//elsewhere.example",
        "/%2e//elsewhere.example", "/\\elsewhere.example", "\\\\elsewhere.example", "\\/elsewhere.example",
        "/\t/elsewhere.example", "\t//elsewhere.example", " /cart", " //elsewhere.example", "/\n/elsewhere.example",
        "https://elsewhere.example/cart", "https://elsewhere.example", "http://shop.example/cart",
        "https://shop.example.elsewhere.example/", "https://elsewhere.example/shop.example",
        "https://shop.example@elsewhere.example/", "https://shop.example:8443@elsewhere.example/",
        "https://user@shop.example/cart", "https://user:word@shop.example/cart", "https://@shop.example/cart",
        "https://shop.example:443/cart", "https://shop.example:/cart", "https://eu.shop.example:8443/cart",
        "https://shop.example\\@elsewhere.example/", "https://elsewhere.example\\@shop.example/",
        "https://elsewhere.example#@shop.example/", "https://elsewhere.example?@shop.example/",
        "https:shop.example/cart", "https:/shop.example/cart", "https:///shop.example/cart", "https:cart",
        "https://notshop.example/", "https://.shop.example/", "https://help.example/other",
        "https://help.example/application",
        "https://help.example/app/../other", "shop:cart", "shop:/cart", "javascript:void",
        "javascript://shop.example/cart",
        "data:,text", "mailto:a@shop.example", "cart", "?a=1", "#a", ".", "..", "shop.example/cart", " ",
        "%2F%2Felsewhere.example", "/%FF",
    ]

    @Test(arguments: foreign)
    func anyOtherTargetIsRefused(next: String) async throws {
        for isPath in [false, true] {
            let outcome = try await outcome(next, asPath: isPath)
            guard case .failed(let error as RedirectError) = outcome.result else {
                Issue.record("\(next) is taken for \(outcome)")
                continue
            }
            #expect(error.reason == .foreign && error.target == next && outcome.redirects.isEmpty)
        }
    }

    @Test(arguments: [nil, ""])
    func withoutAValueTheOtherTargetIsOpened(next: String?) async throws {
        #expect(try await outcome(next, asPath: true).summary == "redirected /home")
    }

    @Test
    func withoutOriginsOnlyPathsAreOwn() async throws {
        #expect(try await outcome("/cart", origins: nil, asPath: true).summary == "redirected /cart")
        for next in ["https://shop.example/cart", "shop://cart"] {
            let outcome = try await outcome(next, origins: nil, asPath: true)
            guard case .failed(let error as RedirectError) = outcome.result else {
                Issue.record("\(outcome)")
                return
            }
            #expect(error.reason == .foreign)
            #expect(
                "\(error)" == """
                    “\(next)” was not opened: `ifOwn` takes a path that begins with one slash, or a URL that begins with an \
                    origin of the router.
                    """)
        }
    }

    @Test
    func aGuardDecidesTheSame() async throws {
        let signedIn = Guard("signed in") { match in .redirect(to: match, ifOwn: "next") }
        let router = Router(origins: ["shop://"])
        try router.register {
            $0.on("/sign-in", guards: [signedIn]) { _ in "sign in" }
            $0.on("/cart") { _ in "cart" }
            $0.on("/welcome") { match in .redirect(to: match, ifOwn: "next") }
        }
        #expect(await router.open("shop://sign-in?next=/cart").value(as: String.self) == "cart")
        #expect(await router.open("shop://sign-in").value(as: String.self) == "sign in")
        #expect(await router.open("shop://welcome?next=shop://cart").value(as: String.self) == "cart")
        #expect(await router.open("shop://welcome").summary == "handled")
        guard case .failed(let error as RedirectError) = await router.open("shop://sign-in?next=//cart").result else {
            Issue.record("not refused")
            return
        }
        #expect(error.reason == .foreign)
    }
}
