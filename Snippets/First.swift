// The first example of the README.
import Dispatchers

struct ItemAdded: Sendable { let name: String }

@MainActor final class CartBadge {
    private(set) var count = 0

    init(_ center: MessageCenter) {
        center.observe(ItemAdded.self, by: self) { badge, _ in badge.count += 1 }
    }
}

let center = MessageCenter()
let badge = CartBadge(center)
center.post(ItemAdded(name: "lamp"))
print(badge.count)  // 1
