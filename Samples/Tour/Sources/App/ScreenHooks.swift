import Cart
import Dispatchers
import Hooks
import ShopKit

/// The hooks of every screen: screens have no base class, and do not know the hooks.
final class ScreenHooks {
    private var registrations: [Registration] = []

    init(in shop: Shop) {
        let (lifecycle, story) = (shop.lifecycle, shop.story)
        registrations = [
            lifecycle.after(.didLoad, of: (any Screen).self) { screen, _ in
                screen.title = "Lamp & Light · \(screen.name)"
                story.tell("hook didLoad → title “\(screen.title)”")
            },
            lifecycle.after(.willAppear, of: (any Screen).self) { screen, animated in
                story.tell("hook willAppear → analytics: \(type(of: screen)) appeared\(animated ? ", animated" : "")")
            },
            lifecycle.after(.willAppear, of: CartScreen.self) { screen, _ in
                story.tell("hook willAppear → analytics: \(screen.count) in the cart")
            },
        ]
    }
}
