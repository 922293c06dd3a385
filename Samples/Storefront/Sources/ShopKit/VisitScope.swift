import Dispatchers
import Synchronization

/// The part of a visit that its services and hooks know.
///
/// It does not retain the visit.
final class VisitScope: CurrentVisit {
    private struct Links {
        var customer: Customer
        weak var services: ServiceScope?
    }

    let states: ObserverCenter
    let messages: MessageCenter
    let calls: ProtocolDispatcherCenter
    private let links: Mutex<Links>

    init(of customer: Customer, states: ObserverCenter, messages: MessageCenter, calls: ProtocolDispatcherCenter) {
        self.states = states
        self.messages = messages
        self.calls = calls
        links = Mutex(Links(customer: customer))
    }

    var services: ServiceScope? { links.withLock { $0.services } }

    var customer: Customer { links.withLock { $0.customer } }

    func become(_ customer: Customer) {
        let old = links.withLock { links in
            let old = links.customer
            links.customer = customer
            return old
        }
        // Released outside of the lock.
        withExtendedLifetime(old) {}
    }

    func keep(_ services: ServiceScope) { links.withLock { $0.services = services } }
}
