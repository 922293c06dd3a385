package import Dispatchers
package import Routing

// The states of one visit. They are kept in the database where `Storage` says so.
extension StateKeys {
    /// Who is signed in.
    package static let user = StateKey("user", default: User?.none)

    /// What is in the cart.
    ///
    /// Its owner is the module Cart; others set it through `CartLogic`.
    package static let cart = StateKey("cart", default: [CartLine]())

    /// The line that was taken out of the cart last, as long as that can be undone.
    package static let removed = StateKey("removed", default: CartLine?.none)

    /// What the customer says about themselves.
    package static let profile = StateKey("profile", default: Profile())

    /// Texts of bound fields that cannot be read, by the path of the field.
    package static let drafts = StateKey("drafts", default: [String: Draft]())

    /// Where the visitor was going when sign-in came in between.
    package static let parked = StateKey("parked", default: ParkedNavigation?.none)

    /// Who was signed in here last.
    package static let lastName = StateKey("lastName", default: "")

    /// The order that was placed last in this visit.
    package static let placed = StateKey("placed", default: Order?.none)
}

// The states of the shop, which all visits share.
extension StateKeys {
    /// How many there are of each product.
    ///
    /// Set by the module Warehouse, through `Inventory`.
    package static let stock = StateKey("stock", default: [Int: Int]())

    /// The sale that is on.
    package static let sale = StateKey("sale", default: Sale?.none)

    /// Whether only members may look around.
    package static let isMembersOnly = StateKey("isMembersOnly", default: false)

    /// What happened how often, by name.
    package static let counts = StateKey("counts", default: [String: Int]())

    /// Set every few seconds, so that streams show that they are alive.
    package static let pulse = StateKey("pulse", default: 0)
}
