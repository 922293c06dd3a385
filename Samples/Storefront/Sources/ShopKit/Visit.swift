package import Dispatchers
import Synchronization

/// One browser's session: its states, events, calls, services and screens.
///
/// All of them end with `close()`.
package final class Visit: Sendable {
    package let shop: Shop
    package let messages: MessageCenter
    package let states: ObserverCenter
    package let calls: ProtocolDispatcherCenter
    package let services: ServiceScope
    package let navigator: Navigator

    /// What services and hooks of the visit know of it.
    package let current: any CurrentVisit

    private let identity: Mutex<String>

    /// Begins a visit.
    ///
    /// `restore` sets the states that were kept, before any module begins with the visit.
    package init(id: String, to shop: Shop, restore: (ObserverCenter) -> Void = { _ in }) {
        self.shop = shop
        identity = Mutex(id)
        messages = MessageCenter(parent: shop.messages)
        states = ObserverCenter()
        calls = ProtocolDispatcherCenter()
        let scope = Scope(states: states, messages: messages, calls: calls)
        current = scope
        services = shop.services.begin(.session) { $0.provide((any CurrentVisit).self, scope) }
        scope.link.withLock { [services] in $0.services = services }
        let features = shop.features
        navigator = Navigator(of: scope, features)
        restore(states)
        for feature in features { feature.begin(scope) }
    }

    /// The secret of the browser's cookie.
    ///
    /// It changes at signing in.
    package var id: String {
        get { identity.withLock { $0 } }
        set { identity.withLock { $0 = newValue } }
    }

    /// Ends all that belongs to the visit.
    package func close() {
        messages.close()
        states.close()
        calls.close()
        services.close()
    }

    /// Does not keep the visit.
    private final class Scope: CurrentVisit {
        struct Link {
            weak var services: ServiceScope?
        }

        let states: ObserverCenter
        let messages: MessageCenter
        let calls: ProtocolDispatcherCenter
        let link = Mutex(Link())

        init(states: ObserverCenter, messages: MessageCenter, calls: ProtocolDispatcherCenter) {
            self.states = states
            self.messages = messages
            self.calls = calls
        }

        var services: ServiceScope? { link.withLock { $0.services } }
    }
}
