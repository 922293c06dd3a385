package import Dispatchers

/// The states that all visits share, as a service: what a screen asks its scope for.
package protocol ShopStates: Sendable {
    var states: ObserverCenter { get }
}

extension Shop: ShopStates {}
