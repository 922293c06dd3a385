package import Dispatchers
package import Pages
package import Routing

/// What all visits share: the ways to talk, and nothing about the modules.
package final class Shop: Sendable {
    package let name = "Lamp & Light"
    package let messages = MessageCenter()
    package let states = ObserverCenter()
    package let services = ProtocolDispatcherCenter()

    /// The places, which browsers GET.
    package let places: Router

    /// The actions, which browsers POST.
    package let actions = Router()

    /// Makes a shop without modules.
    ///
    /// The guards are asked before every place.
    package init(guards: (ObserverCenter) -> [Guard] = { _ in [] }) {
        places = Router(guards: guards(states))
    }

    package var links: Links { Links(places: places, actions: actions) }

    /// The modules, in the order in which they were added.
    package var features: [any Feature] { (try? services.services((any Feature).self)) ?? [] }

    /// Adds a module, which lives as long as the shop.
    package func add(_ feature: some Feature) {
        services.provide((any Feature).self) { _ in feature }
    }
}
