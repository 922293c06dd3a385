import Dispatchers
import Live
import Pages
import ShopKit
import Storage
import Testing

@testable import Binding
@testable import storefront

/// Texts of fields, and the values that they become.
@Suite struct BindingTests {
    /// A field, the text that is typed, and the status and text of the answer.
    struct Row: Sendable, CustomTestStringConvertible {
        let field: String
        let typed: String
        let status: Int
        let answer: String
        var testDescription: String { "\(field): \(typed)" }
    }

    @Test(arguments: [
        Row(field: "profile.name", typed: "Ada", status: 200, answer: "Ada"),
        Row(
            field: "profile.name", typed: String(repeating: "é", count: 30), status: 200,
            answer: String(repeating: "é", count: 25)),
        Row(field: "profile.address.geo.label", typed: "Home & garden", status: 200, answer: "Home & garden"),
        Row(field: "profile.address.zip", typed: "1010", status: 200, answer: "1010"),
        Row(field: "profile.address.zip", typed: "01067", status: 200, answer: "01067"),
        Row(field: "profile.address.zip", typed: "10-10", status: 422, answer: "“10-10” is no whole number."),
        Row(field: "profile.address.zip", typed: "100000", status: 422, answer: "Between 1 and 99999, please."),
        Row(field: "profile.address.zip", typed: "0", status: 422, answer: "Between 1 and 99999, please."),
        Row(field: "profile.address.zip", typed: "00000", status: 422, answer: "Between 1 and 99999, please."),
        Row(field: "profile.address.zip", typed: "-1", status: 422, answer: "Between 1 and 99999, please."),
        Row(field: "profile.address.zip", typed: "", status: 200, answer: ""),
        Row(field: "profile.tip", typed: "2.5", status: 200, answer: "2.5"),
        Row(field: "profile.tip", typed: "2,5", status: 200, answer: "2.5"),
        Row(field: "profile.tip", typed: "0x10", status: 422, answer: "“0x10” is no number."),
        Row(field: "profile.tip", typed: "nan", status: 422, answer: "Between 0.0 and 100.0, please."),
        Row(field: "profile.phones[1]", typed: "12", status: 200, answer: "12"),
        Row(field: "profile.phones[2]", typed: "12", status: 404, answer: ""),
        Row(field: "user.role", typed: "staff", status: 404, answer: ""),
        Row(field: "", typed: "", status: 404, answer: ""),
    ])
    func aTextIsTakenAsItsFieldSays(_ row: Row) async throws {
        try await withShop { _, client in
            let answer = try await Visitor(client).bind(row.field, row.typed)
            #expect(answer.status == row.status)
            if row.status != 404 { #expect(answer.text == row.answer) }
        }
    }

    @Test func numbersAreBoundAndChecked() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.bind("profile.address.zip", "1010")
            _ = try await visitor.bind("profile.address.zip", "x")
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.profile].address.zip == 1_010)
            #expect(states[.drafts]["profile.address.zip"]?.text == "x")
            #expect(states[.drafts].isEmpty == false)
            _ = try await visitor.bind("profile.address.zip", "20")
            #expect(states[.drafts].isEmpty && states[.profile].address.zip == 20)
        }
    }

    /// A number and the texts that are in its field on the way to it.
    @Test(arguments: [
        ("profile.tip", "2.5", "2.5"), ("profile.tip", "12.50", "12.5"), ("profile.address.zip", "1010", "1010"),
    ])
    func aNumberCountsWhenItIsCommitted(field: String, typed: String, taken: String) async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            let profile = { try await storefront.visits.visit(of: visitor).customer.states[.profile] }
            for end in typed.indices {
                let text = String(typed[...end])
                let answer = try await visitor.bind(field, text, whileTyping: true)
                // What was typed is never answered with another text.
                #expect(answer.status != 200 || answer.text == text)
                #expect(try await profile() == Profile())
            }
            #expect(try await visitor.bind(field, typed).text == taken)
            #expect(try await profile() != Profile())
        }
    }

    @Test func aTextThatIsNoNumberStaysWhileItIsTyped() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            let answer = try await visitor.type("10-10", into: "profile.address.zip")
            #expect(answer.status == 422 && answer.text == "“10-10” is no whole number.")
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.drafts]["profile.address.zip"]?.text == "10-10")
            #expect(states[.profile].address.zip == 0)
        }
    }

    @Test func otherButtonsOfAPageKeepWhatIsTyped() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            let fields = ["profile.name": "Ada", "profile.tip": "x", "back": "/profile"]
            #expect(try await visitor.post("/act/save/profile/row", fields).location == "/profile")
            let text = try await visitor.get("/profile").text
            #expect(text.contains("value=\"Ada\"") && text.contains("value=\"x\""))
            #expect(text.contains("“x” is no number."))
            #expect(text.contains("name=\"profile.phones[2]\""))
            _ = try await visitor.post("/act/cart/1")
            _ = try await visitor.post("/act/cart/2")
            _ = try await visitor.post("/act/cart/1/remove", ["cart[1].quantity": "1", "cart[2].quantity": "7"])
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.cart].map(\.quantity) == [7])
        }
    }

    @Test func aSecretStaysInTheBrowser() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn("ada", "wrong secret")
            let tab = Tab(of: try await storefront.visits.visit(of: visitor))
            let patches = await tab.next() ?? []
            #expect(patches.contains { $0.name == "signInFields.name" && $0.content == "ada" })
            #expect(!patches.contains { $0.content.contains("wrong secret") })
        }
    }

    @Test func anElementOfAnArrayIsBound() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.bind("profile.phones[1]", "123")
            _ = try await visitor.post("/act/save/profile/row", ["back": "/profile"])
            _ = try await visitor.bind("profile.phones[2]", "456")
            #expect(
                try await storefront.visits.visit(of: visitor).customer.states[.profile].phones == ["", "123", "456"])
        }
    }

    @Test func aFormIsAFormWithoutJavaScript() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            let answer = try await visitor.post(
                "/act/save/profile",
                ["profile.name": "Ada", "profile.address.city": "Wien", "profile.tip": "x", "back": "/profile"])
            #expect(answer.location == "/profile")
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.profile].name == "Ada" && states[.profile].address.city == "Wien")
            #expect(states[.drafts]["profile.tip"]?.problem == "“x” is no number.")
        }
    }

    @Test func aViewCannotSetAStateItDoesNotOwn() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            let visit = try await storefront.visits.visit(of: visitor)
            // The form of the cart writes through the service of the cart. Without the service nothing is written.
            visit.services.close()
            #expect(try await visitor.bind("cart[2].quantity", "9").status == 500)
            #expect(visit.customer.states[.cart].map(\.quantity) == [1])
        }
    }

    @Test func theQuantityOfALineIsAFieldOfTheCart() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            #expect(try await visitor.bind("cart[2].quantity", "3").text == "3")
            #expect(try await visitor.bind("cart[2].quantity", "0").status == 422)
            #expect(try await visitor.bind("cart[3].quantity", "1").status == 404)
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.cart].pieces == 3)
        }
    }
}
