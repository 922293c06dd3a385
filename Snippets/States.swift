// States: "this is true now". Subscribers that come later get the current value.
import Dispatchers

extension StateKeys { static let cart = StateKey("cart", default: [String]()) }

@MainActor final class Badge {
    private(set) var count = 0

    init(_ states: ObserverCenter) {
        states.observe(.cart[\.count], by: self) { badge, change in badge.count = change.new }
    }
}

let states = ObserverCenter()
let badge = Badge(states)
states.update(.cart) { $0.append("lamp") }
print(states[.cart], badge.count)  // ["lamp"] 1
