package import Dispatchers

/// The owner of states.
package enum StateOwner: Sendable, CaseIterable {
    case visit
    case customer
    case shop
}

/// The states that regions follow: those of a visit, of its customer and of the shop.
package struct RegionStates: Sendable {
    private let visit: ObserverCenter
    private let customer: ObserverCenter
    private let shop: ObserverCenter

    package init(visit: ObserverCenter, customer: ObserverCenter, shop: ObserverCenter) {
        self.visit = visit
        self.customer = customer
        self.shop = shop
    }

    /// The states of an owner.
    package subscript(owner: StateOwner) -> ObserverCenter {
        switch owner {
        case .visit: visit
        case .customer: customer
        case .shop: shop
        }
    }
}

/// A state, or a part of one, that a region follows, with its owner.
package struct RegionSource<Value: Sendable & Equatable>: Sendable {
    private let path: StatePath<Value>
    let owner: StateOwner

    package init(_ path: StatePath<Value>, of owner: StateOwner) {
        self.path = path
        self.owner = owner
    }

    /// A state of the visit.
    package static func visit(_ path: StatePath<Value>) -> Self { Self(path, of: .visit) }

    /// A state of the customer.
    package static func customer(_ path: StatePath<Value>) -> Self { Self(path, of: .customer) }

    /// A state of the shop.
    package static func shop(_ path: StatePath<Value>) -> Self { Self(path, of: .shop) }

    package func value(in states: RegionStates) -> Value { states[owner][path] }

    func observe<Observer: RegionObserver>(_ region: Int, in states: RegionStates, by observer: Observer) {
        states[owner].observe(path, by: observer, options: .skipsCurrent) { observer, _ in
            observer.regionChanged(region)
        }
    }
}
