// Hooks: "whenever that runs". A method declares that it may be hooked: one line, and one around its body.
import Hooks

final class Cart {
    static let adding = JoinPoint<Cart, (item: String, count: Int), String>("add(_:count:)")

    func add(_ item: String, count: Int) -> String {
        Self.adding(self, (item, count)) { item, count in "\(count) × \(item)" }
    }
}

let doubled = Cart.adding.around { cart, call, proceed in proceed((call.item, call.count * 2)) }
print(Cart().add("lamp", count: 1))  // 2 × lamp
