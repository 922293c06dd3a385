// Events: one module posts "this happened", and all subscribers receive it.
import Dispatchers

struct ItemAdded: Sendable { let name: String }

@MainActor final class CartBadge {
    private(set) var count = 0

    init(_ center: MessageCenter) {
        center.observe(ItemAdded.self, by: self) { badge, _ in badge.count += 1 }
    }
}

actor Recommendations {
    private var seen: [String] = []

    func start(_ center: MessageCenter) {
        center.observe(ItemAdded.self, by: self) { recommendations, added in
            recommendations.seen.append(added.name)
        }
    }
}

let center = MessageCenter(onDeadLetter: { letter in print(letter) })
let badge = CartBadge(center)
let log = center.observe((any Sendable).self, priority: 1) { message in print("posted:", message) }
center.post(ItemAdded(name: "lamp"))  // posted: ItemAdded(name: "lamp")
log.cancel()
