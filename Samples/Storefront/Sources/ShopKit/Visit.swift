package import Dispatchers
package import Foundation
package import Pages
import Synchronization

/// One browser's session: its states, messages, calls, services and screens.
///
/// All of them end with `close()`.
package final class Visit: Sendable {
    package let shop: Shop
    package let navigator: Navigator
    package let kept: KeptStates

    /// The part of the visit that its services and hooks know.
    package let current: any CurrentVisit

    /// Its messages, states, calls and services, in those of the shop.
    private let centers: Centers
    private let identity: Mutex<String>

    /// Begins a visit, with what was stored of it.
    ///
    /// The stored states are set before any module begins with the visit.
    package init(id: String, to shop: Shop, as customer: Customer, restoring values: [String: Data] = [:]) {
        self.shop = shop
        identity = Mutex(id)
        centers = shop.centers.begin(.session, name: "visit")
        kept = KeptStates(of: centers.states, .ofVisits, restoring: values)
        let scope = VisitScope(of: customer, in: centers, beside: shop.states)
        current = scope
        centers.services.provide((any CurrentVisit).self, scope)
        let features = shop.features
        navigator = Navigator(of: scope, features, trace: shop.trace)
        for feature in features { feature.begin(scope) }
    }

    /// The secret of the browser's cookie.
    ///
    /// It changes when another user signs in.
    package var id: String {
        get { identity.withLock { $0 } }
        set { identity.withLock { $0 = newValue } }
    }

    package var messages: MessageCenter { centers.messages }
    package var states: ObserverCenter { centers.states }
    package var calls: ProtocolDispatcherCenter { centers.calls }
    package var services: ServiceScope { centers.services }

    /// The states of the visit, of its current customer and of the shop.
    package var regionStates: RegionStates { current.regionStates }

    /// The customer: the signed-in user, or a guest.
    package var customer: Customer { current.customer }

    /// Ends all that belongs to the visit.
    package func close() { centers.close() }
}
