package import Dispatchers
package import Foundation
package import Pages
package import Routing

/// The centers and routers that all visits share.
///
/// It knows nothing about the modules.
package final class Shop: Sendable {
    package let name = "Lamp & Light"
    package let messages: MessageCenter
    package let states: ObserverCenter
    package let services: ProtocolDispatcherCenter

    /// The three of them, in which each visit begins.
    let centers: Centers

    package let kept: KeptStates

    /// The causes and effects of all visits; off until it is started.
    package let trace: Trace

    /// The routes of pages, which browsers GET.
    package let pages: Router

    /// The routes of actions, which browsers POST.
    package let actions: Router

    /// Creates a shop without modules.
    ///
    /// - Parameters:
    ///   - values: The stored states of the shop.
    ///   - guards: The guards that are asked before every page and every action.
    package init(
        restoring values: [String: Data] = [:], guards: (ObserverCenter) -> [Guard] = { _ in [] }
    ) {
        trace = Trace(capacity: 4_096)
        messages = MessageCenter(name: "shop", trace: trace)
        states = ObserverCenter(name: "shop", trace: trace)
        services = ProtocolDispatcherCenter(name: "shop", trace: trace)
        centers = Centers(messages: messages, states: states, calls: services)
        kept = KeptStates(of: states, .ofShop, restoring: values)
        let guards = guards(states)
        pages = Router(name: "pages", guards: guards, trace: trace)
        actions = Router(name: "actions", guards: guards, trace: trace)
    }

    package var links: Links { Links(pages: pages, actions: actions) }

    /// The modules, in the order in which they were added.
    package var features: [any Feature] { (try? services.services((any Feature).self)) ?? [] }

    /// Adds a module, which lives as long as the shop.
    package func add(_ feature: some Feature) {
        services.provide((any Feature).self) { _ in feature }
    }
}
