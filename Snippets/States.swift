// States: "this is true now". Subscribers that come later get the current value.
import Dispatchers

extension StateKeys { static let cart = StateKey("cart", default: [String]()) }

@MainActor final class Badge {
    private(set) var count = 0

    init(_ center: ObserverCenter) {
        center.observe(.cart[\.count], by: self) { badge, change in badge.count = change.new }
    }
}

let center = ObserverCenter()
let badge = Badge(center)
center.update(.cart) { $0.append("lamp") }
print(center[.cart], badge.count)  // ["lamp"] 1
