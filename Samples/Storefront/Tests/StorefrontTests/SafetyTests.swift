import Dispatchers
import HTTPTypes
import ShopKit
import Storage
import Testing

@testable import storefront

/// Requests that the shop refuses, and what it never sends.
@Suite struct SafetyTests {
    @Test(
        arguments: [
            (["Sec-Fetch-Site": "cross-site"], 403), (["Sec-Fetch-Site": "same-site"], 403),
            (["Sec-Fetch-Site": "none"], 403), (["Sec-Fetch-Site": "same-origin"], 303),
            (["Origin": "http://evil.example"], 403), (["Origin": "null"], 403), ([:], 303),
        ] as [([String: String], Int)])
    func onlyPagesOfTheShopPost(headers: [String: String], status: Int) async throws {
        try await withShop { _, client in
            var fields = HTTPFields()
            for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
            let answer = try await Visitor(client).post("/act/cart/1", headers: fields)
            #expect(answer.status == status)
        }
    }

    @Test func aFormThatIsTooLongIsRefused() async throws {
        try await withShop { _, client in
            let answer = try await Visitor(client).bind("profile.name", String(repeating: "x", count: 70_000))
            #expect(answer.status == 413)
        }
    }

    @Test func whatIsKeptOfARequestIsShort() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            let long = String(repeating: "9", count: 5_000)
            #expect(try await visitor.get("/orders?from=\(long)").status == 414)
            #expect(try await visitor.bind("profile.address.zip", long).text.count < 100)
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.drafts]["profile.address.zip"]?.text.count == 200)
        }
    }

    @Test func aCharacterOfManyBytesIsNotKept() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            let character = "e" + String(repeating: "\u{301}", count: 8_000)
            #expect(try await visitor.bind("profile.name", character).text.utf8.count <= 100)
            #expect(try await visitor.bind("profile.address.zip", character).text.utf8.count <= 200)
            let states = try await storefront.visits.visit(of: visitor).customer.states
            #expect(states[.profile].name.utf8.count <= 100)
            #expect(try #require(states[.drafts]["profile.address.zip"]?.text).utf8.count <= 800)
        }
    }

    @Test func theCookieIsASecretThatChangesAtSignIn() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            let first = try #require(try await visitor.get("/hot").headers[.setCookie])
            #expect(first.contains("HttpOnly") && first.contains("SameSite=Lax") && first.contains("Path=/"))
            let guest = try #require(visitor.cookie)
            #expect(guest.count == 32)
            _ = try await visitor.signIn()
            #expect(visitor.cookie != guest)
            #expect(try await storefront.visits.known(guest) == nil)
        }
    }

    @Test func noPageHasAnInlineScriptOrStyle() async throws {
        try await withShop { _, client in
            let answer = try await Visitor(client).get("/hot")
            #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'self'") == true)
            #expect(
                !answer.text.contains("<style") && !answer.text.contains(" style=") && !answer.text.contains("onclick"))
        }
    }

    @Test(arguments: ["http://evil.example/", "//evil.example/", "/\\evil.example", "/hot\r\nX: y", ""])
    func aFormLeadsToThisShopAlone(path: String) async throws {
        try await withShop { _, client async throws in
            #expect(try await Visitor(client).post("/act/save/cart", ["back": path]).location == "/")
        }
    }

    @Test(
        arguments: [
            ("/hot é", "/hot%20%C3%A9"), ("/hot?q=<a>\"b\"", "/hot?q=%3Ca%3E%22b%22"), ("/hot%20a", "/hot%20a"),
            ("/a\u{7F}b", "/a%7Fb"), ("/a|b^`{}\\", "/a%7Cb%5E%60%7B%7D%5C"),
            ("/a[1]?b=c&d='e'#f", "/a[1]?b=c&d='e'#f"),
        ])
    func aLocationHasTheCharactersOfAnAddress(path: String, location: String) async throws {
        try await withShop { _, client async throws in
            #expect(try await Visitor(client).post("/act/save/profile", ["back": path]).location == location)
        }
    }

    @Test(
        arguments: [
            "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
            "127.0.0.1:8080@evil.example", "localhost@evil.example", "localhost, evil.example", "localhost:8080:80",
            "localhost:", "localhost:x", "127.1", "0.0.0.0", "[::1", "[::2]", "localhost.",
        ])
    func aNameThatIsNotTheShopsIsRefused(host: String) async throws {
        try await withShop { storefront, client async throws in
            let visitor = Visitor(client.at(host))
            for answer in [
                try await visitor.get("/hot"), try await visitor.get("/healthz"),
                try await visitor.post("/act/cart/1", headers: [.origin: "http://\(host)"]),
            ] {
                #expect(answer.status == 421 && answer.headers[.connection] == "close")
                #expect(answer.text == "This shop is not at “\(host)”. Its names are set with --host.")
                #expect(answer.headers[.setCookie] == nil)
            }
            #expect(storefront.visits.count == 0)
        }
    }

    @Test(arguments: ["localhost", "LocalHost:9000", "127.0.0.1", "127.0.0.1:8081", "[::1]:8080"])
    func theNamesOfThisMachineAreTheShops(host: String) async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client.at(host))
            #expect(try await visitor.get("/hot").status == 200)
            let headers: HTTPFields = [.origin: "http://\(host)"]
            #expect(try await visitor.post("/act/cart/1", headers: headers).status == 303)
        }
    }

    @Test func aRequestWithoutAHostOrWithTwoIsRefused() async throws {
        try await withShop { _, client async throws in
            for server in [client.at(nil), client.at("")] {
                let answer = try await Visitor(server).get("/hot")
                #expect(answer.status == 400 && answer.text == "A request names one host.")
            }
            let name = try #require(HTTPField.Name("Host"))
            #expect(try await Visitor(client).get("/hot", headers: [name: "localhost"]).status == 400)
        }
    }

    @Test func fieldsOfAFormDoNotHideValuesOfThePath() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/1", ["id": "2"])
            #expect(try await storefront.visits.visit(of: visitor).customer.states[.cart].map(\.id) == [1])
        }
    }

    @Test func whatAProductIsCalledIsEscapedEverywhere() async throws {
        let product = Product(id: 90, name: "<script>alert('1')</script>", category: "\"><i>", brand: "A&B", cents: 100)
        try await withShop(selling: product) { _, client in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/90")
            for path in ["/hot", "/product/90", "/categories", "/search?q=script", "/cart", "/brands/1"] {
                let text = try await visitor.get(path).text
                #expect(!text.contains("<script>alert") && !text.contains("\"><i>"), "\(path)")
            }
        }
    }

    @Test func aRequestOfAScriptDoesNotChangeTheCookie() async throws {
        try await withShop { storefront, client in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            let late = Visitor(client, cookie: visitor.cookie)
            _ = try await visitor.signIn()
            // What was typed before the sign-in arrives after it, with the cookie of before.
            let answer = try await late.bind("profile.name", "")
            #expect(answer.status == 410 && answer.headers[.setCookie] == nil)
            #expect(storefront.visits.count == 1)
        }
    }
}
