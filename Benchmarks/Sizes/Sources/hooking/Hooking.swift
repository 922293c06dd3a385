import Hooks

final class Cart {
    static let adding = JoinPoint<Cart, Int, Void>("add(_:)")

    func add(_ count: Int) { Self.adding(self, count) { count in print("adding", count) } }
}

/// A program that hooks a call of its own.
@main struct Hooking {
    static func main() {
        let registration = Cart.adding.before { _, count in print("before", count) }
        Cart().add(1)
        registration.cancel()
    }
}
