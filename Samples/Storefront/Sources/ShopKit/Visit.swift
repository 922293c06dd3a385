package import Dispatchers
package import Foundation
import Synchronization

/// One browser's session: its states, messages, calls, services and screens.
///
/// All of them end with `close()`.
package final class Visit: Sendable {
    package let shop: Shop
    package let messages: MessageCenter
    package let states: ObserverCenter
    package let calls: ProtocolDispatcherCenter
    package let services: ServiceScope
    package let navigator: Navigator
    package let kept: KeptStates

    /// The part of the visit that its services and hooks know.
    package let current: any CurrentVisit

    private let identity: Mutex<String>

    /// Begins a visit, with what was stored of it.
    ///
    /// The stored states are set before any module begins with the visit.
    package init(id: String, to shop: Shop, as customer: Customer, restoring values: [String: Data] = [:]) {
        self.shop = shop
        identity = Mutex(id)
        messages = MessageCenter(parent: shop.messages, name: "visit")
        states = ObserverCenter(name: "visit", trace: shop.trace)
        calls = ProtocolDispatcherCenter(name: "visit", trace: shop.trace)
        kept = KeptStates(of: states, .ofVisits, restoring: values)
        let scope = VisitScope(of: customer, states: states, messages: messages, calls: calls)
        current = scope
        services = shop.services.begin(.session) { $0.provide((any CurrentVisit).self, scope) }
        scope.keep(services)
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

    /// The customer: the signed-in user, or a guest.
    package var customer: Customer { current.customer }

    /// Ends all that belongs to the visit.
    package func close() {
        messages.close()
        states.close()
        calls.close()
        services.close()
    }
}
