import Dispatchers
package import Pages
import Routing
package import ShopKit

/// Shows visitors what their last action has led to: as a panel below each page, and as a page of its own.
package struct Steps: Feature {
    package init(in shop: Shop) throws {
        try shop.pages.register { routes in
            routes.on(StepsRoute.self) { _, match in
                let action = try match.visit.states[.lastAction]
                return try await match.show { _ in StepsScreen(action) }
            }
        }
    }

    package var regions: [Region] {
        [Region(of: .lastAction) { [Patch("steps", StepsPanel.steps(of: $0))] }]
    }
}

/// The steps of the visitor's last action, on a page of its own.
private final class StepsScreen: Screen {
    let title = "What just happened?"
    private let action: Action

    init(_ action: Action) { self.action = action }

    func body(_ links: Links) -> HTML {
        """
        <p>Your last action, as the modules of the shop told each other. Each line has the file and line that caused it, and
        after the arrow those of the handler that ran.</p>
        \(region("steps", StepsPanel.steps(of: action), tag: "div"))
        """
    }
}
