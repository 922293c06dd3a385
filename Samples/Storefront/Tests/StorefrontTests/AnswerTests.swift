import Dispatchers
import HTTPTypes
import ShopKit
import Storage
import Testing

@testable import storefront

/// The answers of the server.
@Suite struct AnswerTests {
    /// An outcome of the router, and the answer that it becomes.
    struct Row: Sendable, CustomTestStringConvertible {
        let path: String
        let status: Int
        var location: String?
        var testDescription: String { path }
    }

    @Test(arguments: [
        Row(path: "/hot", status: 200), Row(path: "/", status: 303, location: "/hot"),
        Row(path: "/p/7", status: 303, location: "/product/7"),
        Row(path: "/p/7?ref=old", status: 303, location: "/product/7?ref=old"),
        Row(path: "/orders/3", status: 303, location: "/sign-in"),
        Row(path: "/stock", status: 303, location: "/sign-in"),
        Row(path: "/search?q=&page=", status: 200), Row(path: "/search?q=&page=&tags=", status: 200),
        Row(path: "/product/1?tab=&ref=", status: 200), Row(path: "/nowhere", status: 404),
        Row(path: "/product/seven", status: 404),
        Row(path: "/product/999", status: 404), Row(path: "/checkout/none", status: 404),
        Row(path: "/%FF", status: 400), Row(path: "/healthz", status: 200), Row(path: "/assets/none.js", status: 404),
        Row(path: "/live", status: 410), Row(path: "/brands/-9223372036854775808", status: 404),
        Row(path: "/what-happened", status: 200),
    ])
    func anOutcomeBecomesAnAnswer(_ row: Row) async throws {
        try await withShop { _, client in
            let answer = try await Visitor(client).get(row.path)
            #expect(answer.status == row.status)
            #expect(answer.location == row.location)
        }
    }

    @Test func aCustomerIsRefusedWhatIsForStaff() async throws {
        try await withShop { _, client in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            let answer = try await visitor.get("/stock")
            #expect(answer.status == 403)
            #expect(answer.text.contains("This page is for staff."))
            #expect(try await visitor.post("/act/stock", ["stock[1].count": "3"]).status == 403)
        }
    }

    @Test func aScriptGetsTheTextOfAnError() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            _ = try await visitor.get("/hot")
            let answer = try await visitor.post("/act/cart/999", headers: .ofScript)
            #expect(answer.status == 404 && answer.text == "Not here: There is nothing at /act/cart/999.")
            #expect(answer.headers[.contentType]?.hasPrefix("text/plain") == true)
        }
    }

    @Test(arguments: ["/nowhere", "/product/999", "/orders/7", "/%FF", "/stock"])
    func aPageOfAnErrorHasALinkThatLeadsOn(path: String) async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            _ = try await visitor.signIn()
            let text = try await visitor.get(path).text
            let main = try #require(text.firstMatch(of: /(?s)<main.*<\/main>/)).0
            #expect(main.contains("<a href=\"/\">To the first page</a>"))
        }
    }

    @Test func aScriptDoesNotTakeTheNotice() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.post("/act/pay", ["attempt": "1"], from: "/hot").location == "/sign-in")
            _ = try await visitor.signIn()
            _ = try await visitor.post("/act/pay", ["attempt": "1"], from: "/hot")
            #expect(try await visitor.get("/hot", headers: .ofScript).text.contains("out of date") == false)
            #expect(try await visitor.get("/hot").text.contains("out of date"))
        }
    }

    @Test func headHasNoBody() async throws {
        try await withShop { _, client async throws in
            let page = try await client.execute("/brands", .get, [:], "")
            let head = try await client.execute("/brands", .head, [:], "")
            #expect(head.status == 200 && head.text.isEmpty && !page.text.isEmpty)
            #expect(head.headers[.contentType] == page.headers[.contentType])
        }
    }

    @Test func staffBeginAtTheStock() async throws {
        try await withShop { _, client async throws in
            let visitor = Visitor(client)
            #expect(try await visitor.signIn("grace", "hopper").location == "/")
            #expect(try await visitor.get("/").location == "/stock")
            #expect(try await visitor.get("/stock").status == 200)
        }
    }

    @Test func aPageThatIsNotThereSaysWhyInDevelopment() async throws {
        try await withDatabaseFile { file in
            var storefront = try await Storefront(database: try Database(at: file))
            storefront.isExplaining = true
            let text = try await Visitor(TestServer(storefront)).get("/product/seven").text
            #expect(text.contains("/product/:id:Int"))
        }
    }

    @Test func everyLinkOnEveryPageOpens() async throws {
        for (name, password) in [("", ""), ("ada", "lovelace"), ("grace", "hopper")] {
            try await withShop { _, client in
                let visitor = Visitor(client)
                if !name.isEmpty { _ = try await visitor.signIn(name, password) }
                _ = try await visitor.post("/act/cart/1")
                var (waiting, seen) = (["/", "/cart", "/hot", "/register", "/product/1?ref=mail"], Set<String>())
                while let path = waiting.popLast() {
                    guard seen.insert(path).inserted else { continue }
                    let answer = try await visitor.get(path)
                    #expect(answer.status == 200 || answer.status == 303, "\(path)")
                    if let location = answer.location { waiting.append(location) }
                    for match in answer.text.matches(of: /href="(\/[^"]*)"/) {
                        waiting.append(String(match.1).replacing("&amp;", with: "&"))
                    }
                }
                #expect(seen.count > 40)
            }
        }
    }
}
