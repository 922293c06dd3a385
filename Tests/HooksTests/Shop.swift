import Dispatchers
import Hooks
import Synchronization

// Each test has a type of its own to hook, since a join point is static and tests run side by side. Generic over a
// marker it could not hold one, hence the join points come in from outside where a test needs a fresh one.

struct PaymentRefused: Error, Equatable {}

class Cart {
    var total = 0

    func add(
        _ item: String, count: Int, at adding: borrowing JoinPoint<Cart, (item: String, count: Int), Int>
    ) -> Int {
        adding(self, (item, count)) { item, count in
            total += count
            return total
        }
    }
}

final class GiftCart: Cart {}

typealias Adding = JoinPoint<Cart, (item: String, count: Int), Int>

/// The type on which the behaviors of Aspects are tried: results of several sizes, and a method that calls another.
class Meter {
    static let reading = JoinPoint<Meter, Int, Int>("read(_:)")
    static let weighing = JoinPoint<Meter, Double, Double>("weigh(_:)")
    static let measuring = JoinPoint<Meter, Size, Size>("measure(_:)")

    func read(_ number: Int) -> Int { Self.reading(self, number) { $0 } }
    func weigh(_ weight: Double) -> Double { Self.weighing(self, weight) { $0 } }
    func measure(_ size: Size) -> Size { Self.measuring(self, size) { $0 } }
    func readTwice(_ number: Int) -> Int { read(number) + read(number) }
    func plain() -> Int { 1 }
}

struct Size: Equatable { var (width, height, depth, weight) = (1.0, 2.0, 3.0, 4.0) }

/// Counts on any thread.
final class Count: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
    func add() { count.add(1, ordering: .acquiringAndReleasing) }
}
