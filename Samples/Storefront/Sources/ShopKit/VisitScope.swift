import Dispatchers
import Synchronization

/// The part of a visit that its services and hooks know.
///
/// It does not retain the visit.
final class VisitScope: CurrentVisit {
    let states: ObserverCenter
    let messages: MessageCenter
    let calls: ProtocolDispatcherCenter
    let services: ServiceScope
    private let current: Mutex<Customer>

    init(of customer: Customer, in centers: Centers) {
        states = centers.states
        messages = centers.messages
        calls = centers.calls
        services = centers.services
        current = Mutex(customer)
    }

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
