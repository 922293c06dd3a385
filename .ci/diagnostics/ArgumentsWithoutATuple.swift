// A join point is called with its arguments side by side.
// says: cannot convert value of type 'String' to expected argument type '(item: String, count: Int)'
// instead: write one tuple, `Self.adding(self, (item, count)) { item, count in … }`.
import Hooks

final class Cart {
    static let adding = JoinPoint<Cart, (item: String, count: Int), Int>("add(_:count:)")
    func add(_ item: String, count: Int) -> Int { Self.adding(self, item, count) { item, count in count } }
}
