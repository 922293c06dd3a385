// Advice that runs after a method does not take the outcome.
// says: expects 3 arguments, but 2 were used in closure body
// instead: take the outcome, `{ cart, count, _ in … }`.
import Hooks

final class Cart { static let adding = JoinPoint<Cart, Int, Void>("add(_:)") }

func start() -> Any { Cart.adding.after { cart, count in print(count) } }
