import Dispatchers
import ShopKit

/// Those who listen to what the features say.
final class Listeners {
    private let story: Story

    init(in shop: Shop) {
        story = shop.story
        shop.messages.observe(ItemAdded.self, by: self) { listeners, added in
            listeners.story.tell("badge hears it: \(added.total)")
        }
        shop.messages.observe(ItemAdded.self, by: self) { listeners, added in
            listeners.story.tell("analytics hear it: item \(added.item.id), \(added.item.price)")
        }
        shop.messages.observe(SignedIn.self, by: self) { listeners, signedIn in
            listeners.story.tell("analytics hear it: welcome, \(signedIn.user)")
        }
    }
}
