import Account
import Analytics
import Binding
import Cart
import Catalog
import Checkout
import Dispatchers
import Foundation
package import Inspector
import Live
import Mail
import Orders
import Pages
import Routing
package import ShopKit
package import StateStorage
import Steps
package import Storage
import Warehouse

/// The shop with all of its modules: the one file that knows them.
package struct Storefront: Sendable {
    package let shop: Shop
    package let visits: Visits
    let database: Database

    /// A Boolean value that indicates whether the page of a path that does not exist says why.
    package var isExplaining = false

    /// The names under which browsers find the shop.
    var hosts = Hosts()

    /// The event streams of all browsers.
    let tabs = OpenTabs()

    /// The recorder of the steps that pages show; `nil` where they show none.
    let recorder: StepRecorder?

    /// The bridge to other processes; `nil` where the shop is alone.
    let bridge: ShopBridge?

    /// The inspector of the shop, while one runs.
    package internal(set) var inspector: Inspector?

    /// Puts the shop together on a database.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - counts: The storage of the numbers that the staff see; without one, they begin at zero.
    ///   - log: The log by which several processes of the shop talk.
    ///   - visitLimit: The number of visits in memory at most.
    ///   - isShowingSteps: Whether pages show the steps of the visitor's last action.
    ///   - now: The time by which sign-ins are counted.
    ///   - wait: Waits before a sign-in while there are many.
    /// - Throws: An error of the database, or of a route that cannot be registered.
    package init(
        database: Database, keepingCountsIn counts: ValueStorage? = nil, over log: ShopLog? = nil,
        visitLimit: Int = 10_000, isShowingSteps: Bool = true,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        waitingBy wait: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async throws {
        self.database = database
        let products = try await database.products()
        shop = Shop(
            restoring: try await database.states(of: .shop), guards: { states in [Guards.door(states)] })
        let bridge = try log.map { [shop] log in try ShopBridge(from: shop, over: log, beside: database) }
        self.bridge = bridge
        let customers = StoredCustomers(of: shop, in: database)
        visits = Visits(of: shop, in: database, customers, atMost: visitLimit)
        recorder = isShowingSteps ? StepRecorder(of: shop) : nil
        shop.services.provide((any ShopStates).self) { [unowned shop] _ in shop }
        let signedIn = [Guards.signedIn]
        let staff = [Guards.staff]
        shop.add(HeaderRegion())
        shop.add(try Analytics(in: shop, selling: products, keepingCountsIn: counts, guards: staff))
        shop.add(try Catalog(in: shop, selling: products))
        shop.add(try Cart(in: shop))
        shop.add(try Checkout(in: shop, guards: signedIn))
        shop.add(try Account(in: shop, users: database, customers: customers, now: now, waitingBy: wait))
        shop.add(try Orders(in: shop, storing: database, announcing: bridge?.announcement, guards: signedIn))
        shop.add(Mail(in: shop, to: database))
        let supplier = SupplierFormat(trace: shop.trace)
        shop.add(try await Warehouse(in: shop, storing: database, supplier: supplier, guards: staff))
        shop.add(try FormActions(in: shop))
        if isShowingSteps { shop.add(try Steps(in: shop)) }
        try shop.pages.register { routes in
            routes.on(HomeRoute.self) { _, match in
                let isStaff = try match.visit.states[.user]?.role == .staff
                return isStaff ? RouteReply.redirect(to: StockRoute()) : .redirect(to: HotRoute())
            }
        }
    }
}
