import Binding
import Dispatchers
import ShopKit
import Testing

@testable import storefront

/// Texts that visitors type, at each place where they are stored.
@Suite struct ReadableTextTests {
    private static let marks = String(repeating: "\u{301}", count: 9)

    /// A text that is refused everywhere, with the sentence.
    static let refused: [(text: String, sentence: String)] = [
        ("Ada\u{0}", "A text has no characters that cannot be seen."),
        ("Ada\u{7}", "A text has no characters that cannot be seen."),
        ("Ada\u{7F}", "A text has no characters that cannot be seen."),
        ("Ada\nLovelace", "A text has no characters that cannot be seen."),
        ("Ada\u{85}", "A text has no characters that cannot be seen."),
        ("Ada\u{2028}", "A text has no characters that cannot be seen."),
        ("Ada\u{202E}adA", "A text has no characters that cannot be seen."),
        ("Ada\u{200B}", "A text has no characters that cannot be seen."),
        ("Ada\u{E000}", "A text has no characters that cannot be seen."),
        ("Ade\(marks)", "A letter has at most 8 marks."),
        ("e\(String(repeating: "\u{301}", count: 8_000))", "A letter has at most 8 marks."),
        ("\(marks)", "A letter has at most 8 marks."),
    ]

    static let fields = [
        "profile.name", "profile.address.street", "profile.address.city", "profile.address.geo.label",
        "profile.phones[0]", "signInFields.name",
    ]

    @Test(arguments: fields, refused.indices)
    func aFieldKeepsNoTextThatCannotBeRead(field: String, index: Int) async throws {
        let row = Self.refused[index]
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            let answer = try await visitor.bind(field, row.text)
            #expect(answer.status == 422 && answer.text == row.sentence)
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.profile] == Profile())
            // The typed text stays beside its field, within its limit.
            let draft = try #require(states[.drafts][field])
            #expect(!draft.text.isEmpty && draft.text.utf8.count <= 800)
        }
    }

    @Test(arguments: refused.indices) func aNameThatCannotBeReadIsNoUser(index: Int) async throws {
        let row = Self.refused[index]
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(
                try await visitor.post("/act/register", ["name": row.text, "password": "x"]).location == "/register")
            #expect(try await visitor.get("/register").text.contains(row.sentence))
            #expect(try await visitor.signIn(row.text, "x").location == "/sign-in")
            #expect(try await visitor.get("/sign-in").text.contains(row.sentence))
        }
    }

    @Test func aNameThatIsTooLongIsNotAnotherOne() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            let name = String(repeating: "a", count: 26)
            #expect(try await visitor.post("/act/register", ["name": name, "password": "x"]).location == "/register")
            #expect(try await visitor.get("/register").text.contains("A name has at most 25 characters."))
            #expect(try await visitor.signIn(String(name.prefix(25)), "x").location == "/sign-in")
        }
    }

    @Test(
        arguments: [
            "Ada", "", " ", "Renée", "Rene\u{301}e", "Trần Hưng Đạo", "נָבִיא", "हिन्दी", "می‌خواهم", "👩‍👩‍👧", "日本橋",
            "Z\u{301}\u{302}",
        ])
    func aTextOfAnyLanguageIsTaken(text: String) async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            for field in ["profile.name", "profile.address.street"] {
                let answer = try await visitor.bind(field, text)
                #expect(answer.status == 200 && answer.text == text)
            }
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.profile].address.street == text)
        }
    }

    @Test(
        arguments: [
            ("abcdef", 3, "abc"), ("é", 1, "é"), ("", 3, ""),
            ("e" + String(repeating: "\u{301}", count: 100), 3, "e\u{301}\u{301}\u{301}\u{301}\u{301}"),
            ("💡💡💡", 2, "💡💡"),
        ])
    func aCutTextIsNotEmpty(text: String, limit: Int, cut: String) {
        #expect(text.cut(to: limit) == cut)
        #expect(text.cut(to: limit).utf8.count <= 4 * limit)
    }
}
