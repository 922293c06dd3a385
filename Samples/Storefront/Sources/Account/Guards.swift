package import Dispatchers
import Pages
package import Routing
import ShopKit

/// The guards of pages and actions.
package enum Guards {
    /// Lets signed-in users through, and sends others to sign in first.
    package static var signedIn: Guard {
        Guard("signed in") { match in
            let visit = try match.visit
            return visit.states[.user] == nil ? .park() : .proceed
        }
    }

    /// Lets staff through.
    package static var staff: Guard {
        Guard("staff") { match in
            let visit = try match.visit
            guard let user = visit.states[.user] else { return .park() }
            return user.role == .staff ? .proceed : .refuse("This page is for staff.")
        }
    }

    /// The door of the shop: asked before every page and action.
    ///
    /// When the shop is for members only, others sign in first.
    package static func door(_ states: ObserverCenter) -> Guard {
        Guard("door") { match in
            guard states[.isMembersOnly], !match.route.options.isOpenToAll else { return .proceed }
            return try match.visit.states[.user] == nil ? .park() : .proceed
        }
    }
}
