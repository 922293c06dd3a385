import Dispatchers
import HTTPTypes
import Live
import Pages
import Routing
import ShopKit
import Storage
import Synchronization
import Testing

@testable import Account
@testable import storefront

/// Signing in, from wherever one is, and on to where one was going.
@Suite struct SignInTests {
    @Test(arguments: ["/orders?from=mail", "/profile", "/checkout/pay", "/stock"])
    func signInLeadsToWhereOneWasGoing(path: String) async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.get(path).location == "/sign-in")
            #expect(try await visitor.get("/sign-in").status == 200)
            #expect(try await visitor.signIn("ada", "wrong").location == "/sign-in")
            #expect(try await visitor.signIn().location == path)
            #expect(try await visitor.signIn().location == "/")
        }
    }

    @Test func passwordsAreNotGuessedByTryingMany() async throws {
        try await withDatabaseFile { file in
            let start = ContinuousClock.now
            let client = TestServer(try await Storefront(database: Database(at: file), now: { start }))
            for number in 1...SignInTries.limit {
                #expect(try await Visitor(client).signIn("ada", "wrong \(number)").location == "/sign-in")
            }
            let visitor = Visitor(client)
            let padded = try await visitor.signIn(String(repeating: " ", count: 23) + "ada", "lovelace")
            #expect(padded.status != 200 && padded.location != "/")
            let answer = try await visitor.signIn("  ada ", "lovelace")
            #expect(answer.status == 429 && answer.headers[.retryAfter] == "60")
            #expect(answer.text.contains("too many sign-ins") && answer.text.contains("href=\"/sign-in\""))
            #expect(try await visitor.get("/hot").text.contains("Sign out") == false)
            // Others sign in meanwhile.
            #expect(try await Visitor(client).signIn("grace", "hopper").location == "/")
        }
    }

    @Test func triesCountForAMinute() {
        let time = Mutex(ContinuousClock.now)
        let tries = SignInTries { time.withLock { $0 } }
        let five = Array(repeating: SignInTries.Admission.after(.zero), count: 5)
        #expect((1...6).map { _ in tries.begin("ada") } == five + [.refused])
        #expect(tries.begin("grace") == .after(.zero))
        time.withLock { $0 += SignInTries.window - .milliseconds(1) }
        #expect(tries.begin("ada") == .refused)
        time.withLock { $0 += .milliseconds(1) }
        #expect(tries.begin("ada") == .after(.zero))
        tries.forget("ada")
        #expect((1...6).map { _ in tries.begin("ada") } == five + [.refused])
    }

    @Test func aBrowserThatKnowsItsUserHasTriesOfItsOwn() {
        let start = ContinuousClock.now
        let tries = SignInTries { start }
        let browser = ObjectIdentifier(SignInTests.self)
        for number in 1...2_000 { _ = tries.begin("name \(number)", from: "::1") }
        for _ in 1...10 { _ = tries.begin("ada", from: "::1") }
        #expect(tries.begin("ada", from: "::1") == .refused)
        #expect(tries.begin("ada", in: browser, from: "::1") == .after(.zero))
        #expect((1...5).map { _ in tries.begin("ada", in: browser, from: "::1") }.last == .refused)
    }

    @Test func manyNamesMakeTriesWaitAndRefuseNone() {
        let start = ContinuousClock.now
        let tries = SignInTries { start }
        let first = (1...SignInTries.limitOfPeer).map { tries.begin("name \($0)", from: "10.0.0.1") }
        #expect(first.allSatisfy { $0 == .after(.zero) })
        #expect(tries.begin("another", from: "10.0.0.1") == .after(SignInTries.step))
        #expect(tries.begin("yet another", from: "10.0.0.1") == .after(SignInTries.step * 2))
        // Those at other addresses do not wait for one.
        #expect(tries.begin("ada", from: "10.0.0.2") == .after(.zero))
        // Nobody waits for long.
        let more = (1...5_000).map { tries.begin("more \($0)", from: "10.0.0.\($0)") }
        #expect(more.last == .after(SignInTries.longestWait))
        #expect(!more.contains(.refused))
        #expect(tries.begin("grace", from: "10.0.0.1") == .after(SignInTries.longestWait))
    }

    @Test func fewTriesAreKept() {
        let start = Mutex(ContinuousClock.now)
        let tries = SignInTries { start.withLock { $0 } }
        for number in 1...3 * SignInTries.capacity {
            start.withLock { $0 += .microseconds(1) }
            _ = tries.begin("name \(number)", from: "peer \(number)")
            if number % 1_000 == 0 { _ = tries.begin("ada") }
        }
        #expect(tries.nameCount <= SignInTries.capacity)
        // A name that is tried all the time is not forgotten.
        #expect(tries.begin("ada") == .refused)
    }

    @Test func madeUpNamesLockNobodyOut() async throws {
        try await withDatabaseFile { file in
            let start = ContinuousClock.now
            let waits = Mutex<[Duration]>([])
            let storefront = try await Storefront(database: Database(at: file), now: { start }) { wait in
                waits.withLock { $0.append(wait) }
            }
            let client = TestServer(storefront)
            let visitor = Visitor(client)
            #expect(try await visitor.signIn().location == "/")
            #expect(try await visitor.post("/act/sign-out").location == "/")
            let stranger = Visitor(client)
            for number in 1...120 {
                #expect(try await stranger.signIn("name \(number)", "wrong").location == "/sign-in")
            }
            for _ in 1...5 { _ = try await stranger.signIn("ada", "wrong") }
            #expect(try await stranger.signIn("ada", "wrong").status == 429)
            // Others wait for a moment, and the user of a browser not at all.
            #expect(waits.withLock { $0.count } > 50)
            #expect(try await Visitor(client).signIn("grace", "hopper").location == "/")
            let count = waits.withLock { $0.count }
            #expect(try await visitor.signIn("ada", "wrong").location == "/sign-in")
            #expect(try await visitor.signIn().location == "/")
            #expect(waits.withLock { $0.count } == count)
        }
    }

    @Test func signInSaysWhyItFailed() async throws {
        try await withShop { _, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn("adam", "wrong")
            let text = try await visitor.get("/sign-in").text
            #expect(text.contains("Name and password do not fit.") && text.contains("value=\"adam\""))
            _ = try await visitor.post("/act/register", ["name": "ada", "password": "x"])
            #expect(try await visitor.get("/register").text.contains("value=\"ada\""))
        }
    }

    @Test(arguments: [" ", "\n", "\u{200B}", "\0", "  ada", "ada\n", "a\u{202E}b", "ada\u{200D}", "a\u{A0}b"])
    func aNameThatLooksLikeAnotherIsRefused(name: String) async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.post("/act/register", ["name": name, "password": "x"]).location == "/register")
            #expect(try await visitor.get("/hot").text.contains("Sign out") == false)
        }
    }

    @Test func oneNameThatIsTypedInTwoWaysIsOneUser() async throws {
        let names = ["Ren\u{E9}e", "Rene\u{301}e"]
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            #expect(try await visitor.post("/act/register", ["name": names[0], "password": "x"]).location == "/")
            _ = try await visitor.post("/act/cart/2")
            let other = Visitor(client)
            #expect(try await other.post("/act/register", ["name": names[1], "password": "y"]).location == "/register")
            #expect(try await other.signIn(names[1], "y").location == "/sign-in")
            #expect(try await other.signIn(names[1], "x").location == "/")
            #expect(try await storefront.visits.visit(of: other).customer.states[.cart].map(\.id) == [2])
        }
    }

    @Test func aPageThatIsNotThereForTheUserIsNotWhereSignInLeads() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.get("/orders/3").location == "/sign-in")
            #expect(try await visitor.signIn().location == "/")
        }
    }

    @Test(
        arguments: [
            ("/checkout/pay", "/checkout/pay"), ("/nowhere", "/"), (nil, "/"), ("/act/pay", "/"),
        ] as [(String?, String)])
    func anActionThatNeedsSignInLeadsToThePageItCameFrom(page: String?, location: String) async throws {
        try await withShop { _, client in
            let visitor = Visitor(client)
            #expect(try await visitor.post("/act/pay", ["attempt": "1"], from: page).location == "/sign-in")
            #expect(try await visitor.signIn().location == location)
            // A script is told where to go, since it cannot follow.
            let guest = Visitor(client)
            _ = try await guest.get("/hot")
            let answer = try await guest.post("/act/sale/7", headers: .ofScript)
            #expect(answer.status == 401 && answer.text == "/sign-in")
        }
    }

    @Test func aScriptDoesNotDecideWhereSignInLeads() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            #expect(try await visitor.get("/orders", headers: .ofScript).location == "/sign-in")
            #expect(try await visitor.signIn().location == "/")
        }
    }

    @Test func aVisitGoesOnAfterARestart() async throws {
        try await withDatabaseFile { file in
            let before = try await Storefront(database: Database(at: file))
            let early = Visitor(TestServer(before))
            _ = try await early.post("/act/cart/2")
            _ = try await early.bind("profile.address.zip", "half-typed")
            _ = try await early.get("/orders?from=mail")
            let storefront = try await Storefront(database: Database(at: file))
            let visitor = Visitor(TestServer(storefront), cookie: early.cookie)
            #expect(try await visitor.get("/hot").headers[.setCookie] != nil)
            #expect(try await visitor.get("/hot").headers[.setCookie] == nil)
            let guest = try await storefront.visits.visit(of: visitor).customer.states
            #expect(guest[.cart].map(\.id) == [2])
            #expect(guest[.drafts]["profile.address.zip"]?.text == "half-typed")
            #expect(try await visitor.signIn().location == "/orders?from=mail")
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.cart].map(\.id) == [2])
        }
    }

    @Test func whoRegistersIsSignedIn() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/profile")
            #expect(try await visitor.post("/act/register", ["name": "ada", "password": "x"]).location == "/register")
            #expect(try await visitor.get("/register").text.contains("The name ada is taken."))
            #expect(try await visitor.post("/act/register", ["name": "eve", "password": "x"]).location == "/profile")
            #expect(try await storefront.visits.visit(of: visitor).states[.user]?.name == "eve")
        }
    }

    @Test func theLastNameIsRemembered() async throws {
        try await withShop { _, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            #expect(try await visitor.post("/act/sign-out").location == "/")
            #expect(try await visitor.get("/orders").location == "/sign-in")
            #expect(try await visitor.get("/sign-in").text.contains("value=\"ada\""))
        }
    }

    @Test func aClosedShopAsksAtTheDoor() async throws {
        try await withShop { _, client in
            let (staff, guest) = (Visitor(client), Visitor(client))
            _ = try await staff.signIn("grace", "hopper")
            _ = try await staff.post("/act/door", ["members": "only"])
            #expect(try await guest.get("/product/7").location == "/sign-in")
            #expect(try await guest.get("/register").status == 200)
            #expect(try await guest.signIn().location == "/product/7")
            #expect(try await guest.get("/product/7").status == 200)
        }
    }

    @Test func aClosedShopTakesNothingAndTellsNothing() async throws {
        try await withShop { storefront, client in
            let (staff, guest) = (Visitor(client), Visitor(client))
            _ = try await staff.signIn("grace", "hopper")
            _ = try await guest.get("/hot")
            let visit = try await storefront.visits.visit(of: guest)
            let early = Tab(of: visit)
            _ = await early.next()
            _ = try await staff.post("/act/door", ["members": "only"])
            while await early.next() != nil {}
            #expect(try await guest.post("/act/cart/5", from: "/product/5").location == "/sign-in")
            #expect(visit.customer.states[.cart].isEmpty)
            let patches = await Tab(of: visit).next() ?? []
            #expect(patches.contains { $0.name == "sign-in" } && !patches.contains { $0.name.hasPrefix("stock-") })
            #expect(try await guest.bind("signInFields.name", "ada").status == 200)
            #expect(try await guest.signIn().location == "/product/5")
        }
    }

    @Test func theFormOfTheSignInNamesThePageThatFollows() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            _ = try await visitor.get("/orders?from=mail")
            let field = "type=\"hidden\" name=\"destination\" value=\"/orders?from=mail\""
            #expect(try await visitor.get("/sign-in").text.contains(field))
            // A second click on its button, after the first one has changed the cookie.
            let second = Visitor(client)
            let fields = [
                "signInFields.name": "ada", "signInFields.password": "lovelace", "destination": "/orders?from=mail",
            ]
            #expect(try await second.post("/act/sign-in", fields).location == "/orders?from=mail")
            for path in ["//evil.example/", "http://evil.example/", "/nowhere"] {
                let fields = ["signInFields.name": "ada", "signInFields.password": "lovelace", "destination": path]
                #expect(try await Visitor(client).post("/act/sign-in", fields).location == "/")
            }
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
            _ = try await visitor.bind("signInFields.name", "ada")
            _ = try await visitor.bind("signInFields.password", "•")
            _ = try await visitor.signIn("ada", "wrong")
            _ = try await visitor.signIn()
            let told = view.told.withLock { $0 }
            #expect(
                told == [
                    "enabled: true", "started", "failed: Name and password do not fit.", "started",
                    "enabled: false", "succeeded: ada",
                ])
        }
    }
}
