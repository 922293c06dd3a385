import Dispatchers
import ShopKit

/// The subscribers that belong to no feature.
final class Listeners {
    private let shop: Shop

    init(in shop: Shop) {
        self.shop = shop
        shop.states.observe(.cart[\.count], by: self, options: .skipsCurrent) { listeners, count in
            listeners.tell("state cart.count → badge: \(count.new)")
        }
        shop.states.observe(.user, by: self, options: .skipsCurrent) { listeners, user in
            if let user = user.new { listeners.tell("state user → analytics: \(user)") }
        }
        shop.messages.observe(ItemAdded.self, by: self) { listeners, added in
            listeners.tell("→ analytics: item \(added.item.id), \(added.item.price)")
        }
        shop.messages.observe(ItemAdded.self, by: self) { listeners, added in listeners.recommend(added.item) }
        shop.messages.observe(SignedIn.self, by: self) { listeners, signedIn in
            listeners.tell("→ greeting: welcome, \(signedIn.user)")
        }
    }

    private func recommend(_ item: Item) {
        guard let other = try? shop.calls.service((any Recommending).self).companion(of: item) else { return }
        tell("call Recommending: with a \(item.name) goes a \(other.name)")
    }

    private func tell(_ line: String) { shop.story.tell(line) }
}
