import Account
import Analytics
import Binding
import Cart
import Catalog
import Checkout
import Dispatchers
import Foundation
import Orders
import Pages
import Routing
package import ShopKit
package import Storage
import Warehouse

/// The shop with all of its modules: the one place that knows them.
package struct Storefront: Sendable {
    package let shop: Shop
    package let visits: Visits
    /// Whether the page of a path that does not exist says why.
    package var isExplaining = false
    private let supplierFormat: SupplierFormat

    /// Puts the shop together on a database, with so many visits in memory at most.
    package init(database: Database, visitLimit: Int = 10_000) async throws {
        let products = try await database.products()
        shop = Shop { states in [Guards.door(states)] }
        visits = Visits(of: shop, in: database, atMost: visitLimit)
        supplierFormat = SupplierFormat()
        shop.services.provide((any ShopStates).self) { [unowned shop] _ in shop }
        let (signedIn, staff) = ([Guards.signedIn], [Guards.staff])
        shop.add(try Analytics(in: shop, selling: products, guards: staff))
        shop.add(try Catalog(in: shop, selling: products))
        shop.add(try Cart(in: shop))
        shop.add(try Checkout(in: shop, guards: signedIn))
        shop.add(try Account(in: shop, users: database))
        shop.add(try Orders(in: shop, storing: database, guards: signedIn))
        shop.add(try await Warehouse(in: shop, storing: database, guards: staff))
        shop.add(try FormActions(in: shop))
        try shop.places.register { routes in
            routes.on(HomePlace.self) { _, match in
                let visit = try match.visit
                let isStaff = visit.states[.user]?.role == .staff
                let links = visit.shop.links
                return .redirect(to: isStaff ? links.path(StockPlace()) : links.path(HotPlace()))
            }
        }
    }
}
