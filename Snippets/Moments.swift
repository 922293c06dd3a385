// Moments: "whenever that runs", hooked without a base class.
import Dispatchers
import Hooks

final class Cart {
    static let adding = JoinPoint<Cart, (item: String, count: Int), Int>("add(_:count:)")
    private var total = 0

    func add(_ item: String, count: Int) -> Int {
        Self.adding(self, (item, count)) { item, count in
            total += count
            return total
        }
    }
}

let doubled = Cart.adding.around { cart, call, proceed in proceed((call.item, call.count * 2)) }
print(Cart().add("lamp", count: 1))  // 2
doubled.cancel()

protocol Screen: AnyObject { var title: String { get set } }

extension Moment where Payload == Bool {
    static var willAppear: Self { Self("willAppear") }
}

@MainActor final class Navigator {
    private let lifecycle = Lifecycle()
    private let tracking: Registration

    init() {
        tracking = lifecycle.after(.willAppear, of: (any Screen).self) { screen, animated in
            print("analytics: \(screen.title) appeared", animated ? "animated" : "at once")
        }
    }

    func show(_ screen: some Screen, animated: Bool) {
        lifecycle.send(.willAppear, to: screen, animated) { _ in print("showing", screen.title) }
    }
}

final class HomeScreen: Screen { var title = "Home" }

Navigator().show(HomeScreen(), animated: true)
