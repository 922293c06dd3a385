// State: one module says "this is true now", and later subscribers get the current value.
import Dispatchers
import Observation

struct Cart: Sendable, Equatable {
    var items: [String] = []
    var total = 0
}

extension StateKeys {
    static let cart = StateKey("cart", default: Cart())
    static let volume = StateKey("volume", default: 5)
}

@MainActor final class CartBadge {
    private(set) var count = 0

    init(_ center: ObserverCenter) {
        center.observe(.cart[\.items.count], by: self) { badge, change in badge.count = change.new }
    }
}

@MainActor @Observable final class Player {
    var volume = 0

    init(_ center: ObserverCenter) { center.bind(.volume, to: \.volume, of: self) }
}

let center = ObserverCenter()
let badge = CartBadge(center)
let log = center.observe(.cart[\.total]) { change in print(change.old ?? 0, "→", change.new) }  // 0 → 0
center.update(.cart) { cart in
    cart.items.append("lamp")
    cart.total += 39  // 0 → 39
}
print(center[.cart].items, badge.count)  // ["lamp"] 1
log.cancel()

let player = Player(center)
player.volume = 7
for await volume in center.values(of: .volume) where volume == 7 { break }
