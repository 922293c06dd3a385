// Advice that is marked with the main actor, on a method that runs anywhere.
// says: loses global actor 'MainActor'
// instead: declare a `MainActorJoinPoint`, or name an owner: then advice is skipped and reported in calls from elsewhere.
import Hooks

final class Cart {
    static let adding = JoinPoint<Cart, Int, Int>("add(_:)")
}

let hook = Cart.adding.before { @MainActor cart, count in print(count) }
