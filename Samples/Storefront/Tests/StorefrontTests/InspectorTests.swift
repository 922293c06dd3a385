import Dispatchers
import Inspector
import Pages
import ShopKit
import Testing

@testable import storefront

/// The inspector of the shop, for its developer alone.
@Suite struct InspectorTests {
    private func withInspectedShop(_ body: (Storefront, TestServer, Inspector) async throws -> Void) async throws {
        try await withShop { storefront, _ async throws in
            var storefront = storefront
            try await storefront.inspect()
            let inspector = try #require(storefront.inspector)
            do {
                try await body(storefront, TestServer(storefront), inspector)
            } catch {
                await inspector.stop()
                throw error
            }
            await inspector.stop()
        }
    }

    @Test func thereIsNoInspectorByDefault() async throws {
        try await withShop { storefront, client async throws in
            #expect(storefront.inspector == nil)
            #expect(try await Visitor(client).get("/hot").text.contains("inspector") == false)
            #expect(try await Visitor(client).get("/inspector/0").status == 404)
        }
    }

    @Test func onlyTheDeveloperSeesItsAddress() async throws {
        try await withInspectedShop { storefront, client, inspector async throws in
            let (developer, visitor) = (Visitor(client), Visitor(client))
            let path = storefront.shop.links.path(InspectRoute(inspector))
            #expect(try await developer.get(path).location == "/")
            #expect(try await developer.get("/hot").text.contains("href=\"\(inspector.address)\" rel=\"noreferrer\""))
            let token = InspectRoute(inspector).token
            #expect(token.count == 32)
            // The path is no way into the inspector itself.
            #expect(!inspector.address.contains(token))
            for path in ["/hot", "/what-happened", "/inspector/" + token.reversed(), "/inspector/", "/inspector/x"] {
                let text = try await visitor.get(path).text
                #expect(!text.contains("127.0.0.1") && !text.contains(token), "\(path)")
                #expect(!text.contains(inspector.address.split(separator: "#")[1]), "\(path)")
            }
            // Not even staff: who works in a shop is not who develops it.
            _ = try await visitor.signIn("grace", "hopper")
            #expect(try await visitor.get("/stock").text.contains(token) == false)
        }
    }

    @Test func theInspectorSeesNoPassword() async throws {
        try await withInspectedShop { storefront, client, _ async throws in
            let visitor = Visitor(client)
            _ = try await visitor.bind("signInFields.password", "lovelace")
            _ = try await visitor.signIn()
            _ = try await visitor.post("/act/register", ["name": "bob", "password": "lovelace"])
            let events = storefront.shop.trace.events
            #expect(events.contains { $0.subject == "/act/sign-in" })
            #expect(!"\(events)".contains("lovelace"))
        }
    }

    @Test func aStoppedTraceShowsNoOldSteps() async throws {
        try await withInspectedShop { storefront, client, inspector async throws in
            let visitor = Visitor(client)
            _ = try await visitor.post("/act/cart/2")
            #expect(try await visitor.get("/what-happened").text.contains("ItemPicked was posted."))
            inspector.pause()
            _ = try await visitor.post("/act/cart/3")
            #expect(try await visitor.get("/what-happened").text.contains("ItemPicked was posted.") == false)
        }
    }
}
