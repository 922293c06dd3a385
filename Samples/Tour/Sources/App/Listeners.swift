import Dispatchers
import ShopKit

/// Those who listen to what the features say.
final class Listeners {
    private let shop: Shop

    init(in shop: Shop) {
        self.shop = shop
        shop.states.observe(.cart[\.count], by: self, options: .skipsCurrent) { listeners, count in
            listeners.tell("badge shows \(count.new)")
        }
        shop.states.observe(.user, by: self, options: .skipsCurrent) { listeners, user in
            if let user = user.new { listeners.tell("analytics see it: \(user) is here") }
        }
        shop.messages.observe(ItemAdded.self, by: self) { listeners, added in
            listeners.tell("analytics hear it: item \(added.item.id), \(added.item.price)")
        }
        shop.messages.observe(ItemAdded.self, by: self) { listeners, added in listeners.recommend(added.item) }
        shop.messages.observe(SignedIn.self, by: self) { listeners, signedIn in
            listeners.tell("greeting hears it: welcome, \(signedIn.user)")
        }
    }

    private func recommend(_ item: Item) {
        guard let other = try? shop.calls.service((any Recommending).self).companion(of: item) else { return }
        tell("advice asks, and is told: with a \(item.name) goes a \(other.name)")
    }

    private func tell(_ line: String) { shop.story.tell(line) }
}
