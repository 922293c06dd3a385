import Foundation
import Routing

enum OpeningLaw {
    private struct Search: TypedRoute {
        static let pattern = "/:place/:id"
        var place: String
        var id: Int
        var size: Size?
        var isNew: Bool?
        var date: Date?
        var tags: [String]
        var q1, q2, q3, q4, q5, q6, q7, q8, q9, q10: Int?
    }

    private enum Size: String, Codable, CaseIterable { case small, large }

    private static let router = {
        let router = Router(origins: ["shop://", "x://", "https://shop.example"])
        do {
            try router.register {
                $0.on(Search.self, priority: 1) { _, _ in RouteReply.declined }
                $0.redirect("/h/*rest", to: "/found/*rest?own=1", overriding: true)
                $0.on("/:place/:id?next", overriding: true) { match in
                    match.extras.isEmpty ? .redirect(to: match["next"] ?? "") : .declined
                }
                $0.on("/*rest", overriding: true) { match in
                    _ = try? match.decode(Search.self)
                    _ = try? match["a", as: Size.self]
                    _ = try? match["isNew", as: Bool.self]
                    return match.query.count + (match.tail?.count ?? 0)
                }
            }
        } catch {
            preconditionFailure("\(error)")
        }
        return router
    }()

    static func check(_ url: String) throws(Violation) {
        let outcome = router.openNow(url)
        for match in router.stack(to: url) {
            try Violation.unless(
                router.stack(to: match.url).last?.url == match.url, "\(match.url) is not its own stack")
        }
        for text in ["\(outcome)", "\(router.explain(url))"] {
            let isPrintable = text.unicodeScalars.allSatisfy { scalar in
                scalar == "\n" || scalar.properties.generalCategory != .control
            }
            try Violation.unless(isPrintable, "a control character is printed")
        }
    }
}
