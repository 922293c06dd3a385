package import Dispatchers
import Pages
package import Routing
import ShopKit

/// Who may go where.
package enum Guards {
    /// The metadata of places that a closed shop shows to all.
    static let openToAll = "open to all"

    /// Lets through who is signed in, and sends others to sign in first.
    package static var signedIn: Guard {
        Guard("signed in") { match in
            let visit = try match.visit
            return visit.states[.user] == nil ? .park(redirect: visit.shop.links.path(SignInPlace())) : .proceed
        }
    }

    /// Lets through who works here.
    package static var staff: Guard {
        Guard("staff") { match in
            let visit = try match.visit
            guard let user = visit.states[.user] else {
                return .park(redirect: visit.shop.links.path(SignInPlace()))
            }
            return user.role == .staff ? .proceed : .refuse("This page is for staff.")
        }
    }

    /// The door of the shop: asked before every place.
    ///
    /// When the shop is for members only, others sign in first.
    package static func door(_ states: ObserverCenter) -> Guard {
        Guard("door") { match in
            guard states[.isMembersOnly], match.route.options.metadata[openToAll] == nil else { return .proceed }
            let visit = try match.visit
            return visit.states[.user] == nil ? .park(redirect: visit.shop.links.path(SignInPlace())) : .proceed
        }
    }
}
