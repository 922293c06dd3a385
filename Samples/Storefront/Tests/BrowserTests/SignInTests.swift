import BrowserDriver
import Testing

extension BrowserTests {
    /// Signing in, from wherever one is, and on to where one was going.
    @Suite struct SignInTests {
        @Test func signInLeadsToWhereOneWasGoing() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/orders?from=mail")
                try await tab.waitForPath("/sign-in")
                try await tab.signIn()
                try await tab.waitForPath("/orders?from=mail")
            }
        }

        @Test func signInLeadsToWhereOneWasGoingAfterAKillAndARestart() async throws {
            try await withShop { shop, makeGuest in
                let guest = try await makeGuest()
                let product = try await guest.tab("/product/22")
                try await product.live()
                try await product.click("main form button")
                try await product.wait(for: ".badge", toSay: "1")
                let tab = try await guest.tab("/orders?from=mail")
                try await tab.waitForPath("/sign-in")
                try await tab.type("ad", into: "[name='signInFields.name']")
                shop.kill()
                try shop.start()
                // The tab that was open all the while is live again by itself.
                try await product.wait(for: ".badge", toSay: "1")
                try await tab.signIn()
                try await tab.waitForPath("/orders?from=mail")
                try await tab.open("/cart")
                try await tab.wait("document.querySelectorAll('.lines li').length === 1")
                try await product.click("main form button")
                try await product.wait(for: ".badge", toSay: "2")
            }
        }

        @Test func theLastNameStaysInItsField() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/sign-in")
                try await tab.signIn()
                try await tab.waitForPath("/hot")
                try await tab.click("header form button")
                try await tab.wait("document.querySelector('header a[href=\"/sign-in\"]')")
                try await tab.live()
                try await tab.click("header a[href='/sign-in']")
                try await tab.waitForPath("/sign-in")
                try await tab.live()
                try await tab.wait("latest.has('value signInFields.name')")
                #expect(
                    try await tab.evaluate("document.querySelector('[name=\"signInFields.name\"]').value === 'ada'")
                        .bool)
            }
        }

        @Test func aHalfTypedFormOutlivesAKill() async throws {
            try await withShop { shop, makeGuest in
                let tab = try await makeGuest().tab("/profile")
                try await tab.signIn()
                try await tab.waitForPath("/profile")
                try await tab.type("Wien", into: "[data-bind='profile.address.city']")
                try await tab.type("10-", into: "[data-bind='profile.address.zip']")
                try await tab.wait(for: "[data-problem='profile.address.zip']", toSay: "“10-” is no whole number.")
                shop.kill()
                try shop.start()
                try await tab.open("/profile")
                try await tab.wait("document.querySelector('[data-bind=\"profile.address.city\"]').value === 'Wien'")
                try await tab.wait("document.querySelector('[data-bind=\"profile.address.zip\"]').value === '10-'")
            }
        }

        @Test func signInSaysWhyItFailed() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/sign-in")
                try await tab.signIn("ada", "wrong")
                try await tab.wait(for: "main", toSay: "Name and password do not fit.")
            }
        }

        @Test func theButtonIsEnabledOnceBothFieldsAreFilled() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/sign-in")
                let isDisabled = "document.querySelector('[data-enabled=sign-in]').disabled"
                try await tab.wait(isDisabled)
                try await tab.type("ada", into: "[name='signInFields.name']")
                #expect(try await tab.evaluate(isDisabled).bool)
                try await tab.type("x", into: "[name='signInFields.password']")
                try await tab.wait("!\(isDisabled)")
                try await tab.type("", into: "[name='signInFields.name']")
                try await tab.wait(isDisabled)
            }
        }

        @Test func theLastNameIsRemembered() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/sign-in")
                try await tab.signIn()
                try await tab.waitForPath("/hot")
                try await tab.click("header form button")
                try await tab.wait("document.querySelector('header a[href=\"/sign-in\"]')")
                try await tab.open("/sign-in")
                try await tab.wait("document.querySelector('[name=\"signInFields.name\"]').value === 'ada'")
            }
        }

        @Test func staffBeginAtTheStock() async throws {
            try await withShop { _, makeGuest in
                let tab = try await makeGuest().tab("/")
                try await tab.waitForPath("/hot")
                try await tab.click("header a[href='/sign-in']")
                try await tab.signIn("grace", "hopper")
                try await tab.waitForPath("/stock")
            }
        }

        @Test func aClosedShopAsksAtTheDoor() async throws {
            try await withShop { _, makeGuest in
                let staff = try await makeGuest().tab("/stock")
                try await staff.signIn("grace", "hopper")
                try await staff.waitForPath("/stock")
                try await staff.live()
                try await staff.click("[formaction='/act/door']")
                try await staff.wait(for: "[formaction='/act/door']", toSay: "Open the shop")
                let guest = try await makeGuest().tab("/product/7")
                try await guest.waitForPath("/sign-in")
                try await guest.signIn()
                try await guest.waitForPath("/product/7")
                // The button has the focus while it is replaced.
                try await staff.click("[formaction='/act/door']")
                try await staff.wait(for: "[formaction='/act/door']", toSay: "For members only")
                let other = try await makeGuest().tab("/product/7")
                try await other.waitForPath("/product/7")
            }
        }
    }
}
