import Dispatchers

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

/// Notes what happens, from any thread.
final class Journal: Sendable {
    private let lines = Protected([String]())

    var all: [String] { lines.withLock { $0 } }

    func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

typealias Adding = JoinPoint<Cart, (item: String, count: Int), Int>

/// Random numbers that are the same each time.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
