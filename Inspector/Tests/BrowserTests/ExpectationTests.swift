import BrowserDriver
import Dispatchers
import Foundation
import Inspector
import Testing

extension BrowserTests {
    /// The lines that the page copies.
    @Suite("Steps of a test") struct ExpectationTests {
        static let steps: [(properties: String, step: String)] = [
            (#"kind: "post", subject: "ItemPicked", type: "Shop.ItemPicked""#, ".post(ItemPicked.self)"),
            (#"kind: "post", subject: "Added", type: "Shop.Cart.Added""#, ".post(Cart.Added.self)"),
            (
                #"kind: "post", subject: "Hidden", type: "Shop.(unknown context at $1a2b).Hidden""#,
                #".event(.post, "Hidden")"#
            ),
            (#"kind: "post", subject: "Hidden""#, #".event(.post, "Hidden")"#),
            (#"kind: "call", subject: "Basket", type: "Shop.Basket""#, ".call((any Basket).self)"),
            (#"kind: "set", subject: "cart""#, ".set(.cart)"),
            (#"kind: "set", subject: "self""#, #".event(.set, "self")"#),
            (#"kind: "set", subject: "init""#, #".event(.set, "init")"#),
            (#"kind: "set", subject: "Type""#, #".event(.set, "Type")"#),
            (#"kind: "set", subject: "default""#, ".set(.default)"),
            (#"kind: "guard", subject: "open", outcome: "done""#, #".event(.`guard`, "open")"#),
            (#"kind: "post", subject: "Tick", outcome: "unreceived""#, #".event(.post, "Tick", outcome: .unreceived)"#),
            (
                #"kind: "route", subject: "/a", outcome: "parked(by: \"open\")""#,
                #".event(.route, "/a", outcome: .parked(by: "open"))"#
            ),
            (
                #"kind: "set", subject: "cart", outcome: "refused(\"too many causes\")""#,
                #".event(.set, "cart", outcome: .refused("too many causes"))"#
            ),
            (
                #"kind: "call", subject: "B", outcome: "failed(\"Full(name: \\\"a\\\")\")""#,
                #".event(.call, "B", outcome: .failed("Full(name: \"a\")"))"#
            ),
        ]

        @Test("An event becomes a step that compiles, with its outcome") func lines() async throws {
            try await withPage { tab in
                for (properties, step) in Self.steps {
                    let found = try await tab.evaluate(
                        """
                        import("/expectation.js").then(({ step }) => step({ outcome: "done", \(properties) }))
                        """)
                    #expect(found.text == step)
                }
            }
        }
    }
}
