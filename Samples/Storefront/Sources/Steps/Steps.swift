import Dispatchers
package import Pages
import Routing
package import ShopKit

/// Shows visitors what their last action has led to: as a panel below each page, and as a page of its own.
package struct Steps: Feature {
    package init(in shop: Shop) throws {
        try shop.pages.register { routes in
            routes.on(StepsRoute.self) { _, match in
                let steps = try Region.steps.content(in: match.visit.regionStates)
                return try await match.show { _ in StepsScreen(steps) }
            }
        }
    }

    package var regions: [Region] { [.steps] }
}

extension Region {
    /// The steps of the visitor's last action.
    package static let steps = Region(of: .visit(.lastAction)) { [Patch("steps", StepsPanel.steps(of: $0))] }
}

/// The steps of the visitor's last action, on a page of its own.
private final class StepsScreen: Screen {
    let title = "What just happened?"
    private let steps: RegionContent

    init(_ steps: RegionContent) { self.steps = steps }

    func body(_ links: Links) -> HTML {
        """
        <p>The steps of your last action. Each has the file and line that caused it, and after the arrow those of the handler
        that ran.</p>
        \(steps.element("steps", tag: "div"))
        """
    }
}
