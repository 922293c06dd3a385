import Dispatchers
import Live
import Pages
import ShopKit
import Storage
import Testing

@testable import Steps
@testable import storefront

/// The steps of a visitor's last action, which the page shows below.
@Suite struct StepTests {
    private func steps(of visitor: Visitor, in storefront: Storefront) async throws -> [Step] {
        try await storefront.visits.visit(of: visitor).states[.lastAction].requests
    }

    /// All sentences of a tree, each below its cause.
    private func lines(_ steps: [Step], depth: Int = 0) -> [String] {
        steps.flatMap { step in
            ["\(depth) \(step.mechanism.rawValue): \(step.sentence)"] + lines(step.effects, depth: depth + 1)
        }
    }

    @Test func anActionIsShownAsCausesAndEffects() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/product/2")
            _ = try await visitor.post("/act/cart/2")
            let lines = try await lines(steps(of: visitor, in: storefront))
            #expect(lines.first == "0 request: The browser asked: POST /act/cart/2.")
            for line in [
                "1 route: The router opened /act/cart/2.", "2 route: The handler of the route ran.",
                "3 message: ItemPicked was posted.", "4 message: A subscriber received ItemPicked.",
                "5 state: The state “cart” was set.", "5 message: ItemAdded was posted.",
            ] {
                #expect(lines.contains(line), "\(line) is not among \(lines)")
            }
        }
    }

    @Test func everyStepHasItsFileAndLine() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            var open = try await steps(of: visitor, in: storefront)
            #expect(!open.isEmpty)
            while let step = open.popLast() {
                #expect(step.location.contains(/^\w+\/[\w+]+\.swift:\d+$/), "\(step.location)")
                #expect(step.sentence.hasSuffix("."))
                open += step.effects
            }
        }
    }

    @Test func thePageThatAnActionLeadsToBelongsToIt() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            #expect(try await visitor.post("/act/cart/2").location == "/cart")
            _ = try await visitor.get("/cart")
            var requests = try await steps(of: visitor, in: storefront).map(\.sentence)
            #expect(requests == ["The browser asked: POST /act/cart/2.", "The browser asked: GET /cart."])
            // The page of the steps is no action. Another page is the next one.
            let page = try await visitor.get("/what-happened").text
            #expect(page.contains("ItemPicked was posted.") && page.contains("Cart/SessionCart.swift:"))
            _ = try await visitor.get("/hot")
            requests = try await steps(of: visitor, in: storefront).map(\.sentence)
            #expect(requests == ["The browser asked: GET /hot."])
        }
    }

    @Test func anAnswerToAScriptLeadsNowhere() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/cart")
            #expect(try await visitor.post("/act/cart/2", headers: .ofScript).location == "/cart")
            _ = try await visitor.get("/cart")
            var requests = try await steps(of: visitor, in: storefront).map(\.sentence)
            #expect(requests == ["The browser asked: GET /cart."])
            // A script asks for a page between an action and the page that the action leads to.
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.get("/hot", headers: .ofScript)
            _ = try await visitor.get("/cart")
            requests = try await steps(of: visitor, in: storefront).map(\.sentence)
            #expect(requests == ["The browser asked: POST /act/cart/2.", "The browser asked: GET /cart."])
        }
    }

    @Test func aChangeThatNoTabShowsReachesNoTab() async throws {
        try await withShop { storefront, client in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            _ = try await staff.post("/act/sale/7")
            let alone = try await lines(steps(of: staff, in: storefront)).joined(separator: "\n")
            #expect(alone.contains("The state “sale” was set.") && !alone.contains("open tab"))
            let tab = Tab(of: try await storefront.visits.visit(of: staff))
            _ = await tab.next()
            _ = try await staff.post("/act/sale/8")
            let shown = try await lines(steps(of: staff, in: storefront)).joined(separator: "\n")
            #expect(shown.contains("Every open tab that shows “sale” received the change."))
        }
    }

    @Test func anActionThatLeadsToItselfKeepsItsLastRequests() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            for _ in 0..<10 {
                let answer = try await visitor.post("/act/save/cart", ["back": "/act/save/cart"])
                #expect(answer.location == "/act/save/cart")
            }
            #expect(try await steps(of: visitor, in: storefront).count == 3)
        }
    }

    @Test func anActionWithTooManyStepsSaysSo() async throws {
        try await withShop { storefront, client in
            let staff = Visitor(client)
            _ = try await staff.signIn("grace", "hopper")
            let visit = try await storefront.visits.visit(nil)
            let tabs = (0..<1_500).map { _ in Tab(of: visit) }
            _ = try await staff.post("/act/sale/7")
            let lines = try await lines(steps(of: staff, in: storefront))
            #expect(
                lines == ["0 request: The browser asked: POST /act/sale/7. It has led to more steps than are kept."])
            withExtendedLifetime(tabs) {}
        }
    }

    @Test func aCallAndAHookAreSteps() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/product/2")
            let lines = try await lines(steps(of: visitor, in: storefront))
            #expect(lines.contains { $0.contains(/^\d+ call: .*Recommending/) }, "\(lines)")
            #expect(lines.contains { $0.contains(/^\d+ hook: A hook ran:/) }, "\(lines)")
            #expect(lines.contains { $0.contains(/^\d+ hook: The moment didLoad/) }, "\(lines)")
        }
    }

    @Test func everyPageHasThePanelWithItsOwnSteps() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            for path in ["/hot", "/cart", "/sign-in", "/nowhere"] {
                let text = try await visitor.get(path).text
                #expect(text.contains("What just happened?") && text.contains("GET \(path)."), "\(path)")
            }
        }
    }

    @Test(
        arguments: [
            (0, "less than 0.1 ms"), (99, "less than 0.1 ms"), (100, "0.1 ms"), (1_250, "1.2 ms"), (12_174, "12 ms"),
            (999_999, "999 ms"), (1_250_000, "1.2 s"),
        ])
    func aDurationIsSaidInMilliseconds(microseconds: Int, text: String) {
        #expect(StepsPanel.duration(of: microseconds) == text)
    }

    @Test func noPageSaysMicroseconds() async throws {
        try await withShop { _, client async throws in
            #expect(try await Visitor(client).get("/hot").text.contains("µs") == false)
        }
    }

    @Test func thePanelIsOpenInTheFirstVisit() async throws {
        try await withDatabaseFile { file in
            let database = try Database(at: file)
            let visitor = Visitor(TestServer(try await Storefront(database: database)))
            for path in ["/hot", "/product/2"] {
                #expect(try await visitor.get(path).text.contains("<details open><summary>What just happened?"))
            }
            _ = try await visitor.post("/act/cart/2")
            let later = Visitor(TestServer(try await Storefront(database: database)), cookie: visitor.cookie)
            #expect(try await later.get("/hot").text.contains("<details><summary>What just happened?"))
        }
    }

    @Test(arguments: [true, false]) func theFirstPageSaysWhatTheShopIsASampleOf(isShowingSteps: Bool) async throws {
        try await withShop(isShowingSteps: isShowingSteps) { _, client async throws in
            let visitor = Visitor(client)
            let text = try await visitor.get("/hot").text
            #expect(text.contains("a sample of <b>Signalbox</b>") && text.contains("Three things to try"))
            #expect(text.contains("href=\"#steps\"") == isShowingSteps)
            #expect(text.contains("<footer id=\"steps\">") == isShowingSteps)
            #expect(try await visitor.get("/cart").text.contains("Three things to try") == false)
        }
    }

    @Test func noVisitorSeesTheStepsOfAnother() async throws {
        try await withShop { storefront, client in
            let (staff, guest) = (Visitor(client), Visitor(client))
            _ = try await guest.get("/product/2")
            let tab = Tab(of: try await storefront.visits.visit(of: guest))
            _ = await tab.next()
            _ = try await staff.signIn("grace", "hopper")
            _ = try await staff.post("/act/sale/7")
            // Both at the same time.
            let cookies = (staff.cookie, guest.cookie)
            async let one = Visitor(client, cookie: cookies.0).post("/act/stock", ["stock[7].count": "3"])
            async let two = Visitor(client, cookie: cookies.1).post("/act/cart/5")
            _ = try await (one, two)
            let ofGuest = try await lines(steps(of: guest, in: storefront)).joined(separator: "\n")
            let ofStaff = try await lines(steps(of: staff, in: storefront)).joined(separator: "\n")
            #expect(ofGuest.contains("/act/cart/5") && !ofGuest.contains("stock"))
            #expect(ofStaff.contains("/act/stock") && !ofStaff.contains("cart"))
            for patch in await tab.next() ?? [] where patch.name == "steps" {
                #expect(!patch.content.contains("stock"))
            }
            // The number of open tabs is not for this visitor, either.
            #expect(ofStaff.matches(of: /Every open tab/).count <= 1)
            #expect(try await guest.get("/what-happened").text.contains("/act/stock") == false)
        }
    }

    @Test func thePanelFollowsTheLastActionLive() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            _ = await tab.next()
            _ = try await visitor.post("/act/cart/2", headers: .ofScript)
            let patches = await tab.next() ?? []
            #expect(patches.contains { $0.name == "steps" && $0.content.contains("ItemPicked was posted.") })
        }
    }

    @Test func thePanelCanBeSwitchedOff() async throws {
        try await withShop(isShowingSteps: false) { storefront, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.get("/hot").text.contains("What just happened?") == false)
            #expect(try await visitor.get("/what-happened").status == 404)
            #expect(storefront.shop.trace.events.isEmpty)
        }
    }

    @Test func theTextOfAnErrorIsForTheLogAlone() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            try await visitor.enterAddress()
            _ = try await visitor.post("/act/cart/2")
            let page = try await visitor.get("/checkout/pay").text
            storefront.shop.messages.close()
            #expect(try await visitor.pay(on: page).text.contains("RequestError") == false)
            let lines = try await lines(steps(of: visitor, in: storefront))
            #expect(lines.contains { $0.contains("and failed.") })
        }
    }
}
