import Dispatchers
import Exploring
import ShopKit
import Testing

/// Signing in and out, with several clicks and tabs at once.
@Suite("Signing in, in every order") struct SignInTests {
    /// The states of a visit agree about who is signed in.
    private func expectOneUser(of browser: Browser) {
        #expect(browser.visit.states[.user]?.name == browser.customer.name)
    }

    @Test("Two clicks take the cart of the guest along once", .explored(seeds: 100))
    func twoClicksTakeTheCartOnce() async throws {
        let browser = try await ExploredShop().browser()
        _ = await browser.act("/act/cart/2")
        async let first = browser.signIn("ada")
        async let second = browser.signIn("ada")
        #expect(await [first, second] == ["/", "/"])
        expectOneUser(of: browser)
        #expect(browser.cart.map(\.quantity) == [1])
    }

    @Test("A candle that another tab adds meanwhile is in the cart of the user", .explored(seeds: 100))
    func addingWhileSigningIn() async throws {
        let browser = try await ExploredShop().browser()
        _ = await browser.act("/act/cart/2")
        async let signingIn = browser.signIn("ada")
        async let adding = browser.act("/act/cart/3")
        _ = await (signingIn, adding)
        expectOneUser(of: browser)
        #expect(browser.cart.map(\.id).sorted() == [2, 3] && browser.cart.allSatisfy { $0.quantity == 1 })
    }

    @Test("Of two users who sign in at once, one gets the visit and the guest's cart", .explored(seeds: 100))
    func twoUsersSignIn() async throws {
        let explored = try await ExploredShop()
        let browser = explored.browser()
        _ = await browser.act("/act/cart/2")
        async let first = browser.signIn("ada")
        async let second = browser.signIn("eve")
        _ = await (first, second)
        expectOneUser(of: browser)
        let carts = [try await explored.browser(of: "ada").cart, try await explored.browser(of: "eve").cart]
        #expect(carts.flatMap { $0 }.map(\.quantity) == [1])
    }

    @Test("Signing out meanwhile leaves a user or a guest", .explored(seeds: 100))
    func signingOutMeanwhile() async throws {
        let browser = try await ExploredShop().browser(of: "ada")
        _ = await browser.act("/act/cart/2")
        async let leaving = browser.act("/act/sign-out")
        async let signingIn = browser.signIn("eve")
        _ = await (leaving, signingIn)
        expectOneUser(of: browser)
        #expect(browser.cart.map(\.id) == (browser.customer.name == "ada" ? [2] : []))
    }

    @Test("A wrong password in another tab leaves no message to a user who is in", .explored(seeds: 100))
    func aWrongPasswordMeanwhile() async throws {
        let browser = try await ExploredShop().browser()
        let wrong = Task(name: "wrong password") { await browser.signIn("ada", "wrong") }
        let right = Task(name: "right password") { await browser.signIn("ada") }
        _ = await (wrong.value, right.value)
        #expect(browser.customer.name == "ada")
        _ = await browser.act("/act/sign-out")
        #expect(await browser.page("/sign-in").contains("do not fit") == false)
    }

    @Test("The sign-in leads to the page that was asked for, by each of two clicks", .explored(seeds: 100))
    func parkedPagesAreResumed() async throws {
        let browser = try await ExploredShop().browser()
        #expect(await browser.page("/orders?from=mail").hasPrefix("parked"))
        browser.visit.states.set(.destination, to: "/orders?from=mail")
        let fields = [
            "signInFields.name": "ada", "signInFields.password": "right", "destination": "/orders?from=mail",
        ]
        async let first = browser.act("/act/sign-in", fields)
        async let second = browser.act("/act/sign-in", fields)
        #expect(await [first, second] == ["/orders?from=mail", "/orders?from=mail"])
        #expect(browser.visit.states[.destination] == nil)
        #expect(await browser.page("/orders?from=mail").contains("None yet."))
    }

    @Test("Of many sign-ins at once, five compare a password", .explored(seeds: 100))
    func guessesAreLimited() async throws {
        let explored = try await ExploredShop()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = await explored.browser().signIn("ada", "wrong") } }
        }
        #expect(await explored.store.comparedPasswords == 5)
    }
}
