import Dispatchers
import Pages
import Synchronization

/// The part of a visit that its services and hooks know.
///
/// It does not retain the visit.
final class VisitScope: CurrentVisit {
    let states: ObserverCenter
    let messages: MessageCenter
    let calls: ProtocolDispatcherCenter
    let services: ServiceScope
    private let shop: ObserverCenter
    private let current: Mutex<Customer>

    init(of customer: Customer, in centers: Centers, beside shop: ObserverCenter) {
        self.shop = shop
        states = centers.states
        messages = centers.messages
        calls = centers.calls
        services = centers.services
        current = Mutex(customer)
    }

    var regionStates: RegionStates { RegionStates(visit: states, customer: customer.states, shop: shop) }

    var customer: Customer { current.withLock { $0 } }

    func become(_ customer: Customer) {
        let old = current.withLock { current in
            let old = current
            current = customer
            return old
        }
        // Released outside of the lock.
        withExtendedLifetime(old) {}
    }
}
