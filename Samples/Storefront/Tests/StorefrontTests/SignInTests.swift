import Dispatchers
import HummingbirdTesting
import Routing
import ShopKit
import Storage
import Synchronization
import Testing

@testable import Account
@testable import storefront

/// Signing in, from wherever one is, and on to where one was going.
@Suite struct SignInTests {
    @Test(arguments: ["/orders?from=mail", "/orders/3", "/profile", "/checkout/pay"])
    func signInLeadsToWhereOneWasGoing(path: String) async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.get(path).place == "/sign-in")
            #expect(try await visitor.get("/sign-in").status == 200)
            #expect(try await visitor.signIn("ada", "wrong").place == "/sign-in")
            #expect(try await visitor.signIn().place == path)
            #expect(try await visitor.signIn().place == "/")
        }
    }

    @Test func signInSaysWhyItFailed() async throws {
        try await withShop { _, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn("ada", "wrong")
            #expect(try await visitor.get("/sign-in").text.contains("Name and password do not fit."))
        }
    }

    @Test func aVisitGoesOnAfterARestart() async throws {
        try await withDatabaseFile { file in
            let cookie = try await Storefront(database: Database(at: file)).application().test(.router) { client in
                let visitor = Visitor(client)
                _ = try await visitor.post("/act/cart/2")
                _ = try await visitor.bind("profile.address.zip", "half-typed")
                _ = try await visitor.get("/orders?from=mail")
                return visitor.cookie
            }
            let storefront = try await Storefront(database: Database(at: file))
            try await storefront.application().test(.router) { client in
                let visitor = Visitor(client, cookie: cookie)
                let states = try await storefront.visits.visit(of: visitor).states
                #expect(states[.cart].map(\.id) == [2])
                #expect(states[.drafts]["profile.address.zip"]?.text == "half-typed")
                #expect(try await visitor.signIn().place == "/orders?from=mail")
                #expect(states[.cart].map(\.id) == [2])
            }
        }
    }

    @Test func whoRegistersIsSignedIn() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/profile")
            #expect(try await visitor.post("/act/register", ["name": "ada", "password": "x"]).place == "/register")
            #expect(try await visitor.get("/register").text.contains("There is a ada already."))
            #expect(try await visitor.post("/act/register", ["name": "eve", "password": "x"]).place == "/profile")
            #expect(try await storefront.visits.visit(of: visitor).states[.user]?.name == "eve")
        }
    }

    @Test func theLastNameIsRemembered() async throws {
        try await withShop { _, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            #expect(try await visitor.post("/act/sign-out").place == "/")
            #expect(try await visitor.get("/orders").place == "/sign-in")
            #expect(try await visitor.get("/sign-in").text.contains("value=\"ada\""))
        }
    }

    @Test func aClosedShopAsksAtTheDoor() async throws {
        try await withShop { _, client in
            let (staff, guest) = (Visitor(client), Visitor(client))
            _ = try await staff.signIn("grace", "hopper")
            _ = try await staff.post("/act/door", ["members": "only"])
            #expect(try await guest.get("/product/7").place == "/sign-in")
            #expect(try await guest.get("/register").status == 200)
            #expect(try await guest.signIn().place == "/product/7")
            #expect(try await guest.get("/product/7").status == 200)
        }
    }

    /// Records what the logic tells its views.
    private final class View: SignInDelegate {
        let told = Mutex<[String]>([])
        func note(_ text: String) { told.withLock { $0.append(text) } }
        func buttonIsEnabled(_ isEnabled: Bool) { note("enabled: \(isEnabled)") }
        func signInStarted() { note("started") }
        func signInFailed(_ reason: String) { note("failed: \(reason)") }
        func signInSucceeded(_ user: User) { note("succeeded: \(user.name)") }
    }

    @Test func theLogicTellsEveryViewWhatBecameOfIt() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/sign-in")
            let visit = try await storefront.visits.visit(of: visitor)
            let view = View()
            visit.calls.register((any SignInDelegate).self, by: view) { $0 }
            _ = try await visitor.bind("signin.name", "ada")
            _ = try await visitor.bind("signin.password", "•")
            _ = try await visitor.signIn("ada", "wrong")
            _ = try await visitor.signIn()
            let told = view.told.withLock { $0 }
            #expect(
                told == [
                    "enabled: false", "enabled: true", "started", "failed: Name and password do not fit.", "started",
                    "enabled: false", "succeeded: ada",
                ])
        }
    }
}
