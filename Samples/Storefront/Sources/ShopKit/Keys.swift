package import Dispatchers

// The states of one visit: of one browser, whichever user is signed in there.
extension StateKeys {
    /// The signed-in user.
    package static let user = StateKey("user", default: User?.none)

    /// The path of the page to which a sign-in leads.
    package static let destination = StateKey("destination", default: String?.none)

    /// The name of the user who was signed in last.
    package static let lastName = StateKey("lastName", default: "")

    /// A sentence that the next page shows once.
    package static let notice = StateKey("notice", default: String?.none)
}

// The states of a customer: of a user in all of their browsers, or of the guest of one visit.
extension StateKeys {
    /// The lines of the cart.
    ///
    /// Its owner is the module Cart; others set it through `CartLogic`.
    package static let cart = StateKey("cart", default: [CartLine]())

    /// The line that was removed from the cart last, until the cart changes again.
    package static let removed = StateKey("removed", default: RemovedLine?.none)

    /// Name, address and habits of the customer.
    package static let profile = StateKey("profile", default: Profile())

    /// Texts of bound fields that cannot be read, by the path of the field.
    package static let drafts = StateKey("drafts", default: [String: Draft]())

    /// The token of the next order, which the page with the price has, so that no order is placed twice.
    package static let attempt = StateKey("attempt", default: "")

    /// The number of the order that was placed last.
    package static let lastOrder = StateKey("lastOrder", default: Int?.none)
}

// The states of the shop, which all visits share.
extension StateKeys {
    /// The count of each product in stock.
    ///
    /// Set by the module Warehouse, through `Inventory`.
    package static let stock = StateKey("stock", default: [Int: Int]())

    /// The current sale.
    package static let sale = StateKey("sale", default: Sale?.none)

    /// A Boolean value that indicates whether only members may look around.
    package static let isMembersOnly = StateKey("isMembersOnly", default: false)

    /// The counts of all events, by name.
    package static let counts = StateKey("counts", default: [String: Int]())

    /// Set every few seconds, so that streams show that they are alive.
    package static let pulse = StateKey("pulse", default: 0)
}

extension [Kept] {
    package static let ofVisits: Self = [Kept(.user), Kept(.destination), Kept(.lastName), Kept(.notice)]

    package static let ofCustomers: Self = [
        Kept(.cart), Kept(.removed), Kept(.profile), Kept(.drafts), Kept(.attempt), Kept(.lastOrder),
    ]

    package static let ofShop: Self = [Kept(.sale), Kept(.isMembersOnly)]
}
