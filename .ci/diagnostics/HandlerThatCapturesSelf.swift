// The handler of the owner form uses a property of `self`, which would keep the owner alive.
// says: reference to property 'count' in closure requires explicit use of 'self'
// instead: use the argument, `screen.count += 1`.
import Dispatchers

struct Ping: Sendable {}
@MainActor final class Screen {
    var count = 0
    func start(_ center: MessageCenter) { center.observe(Ping.self, by: self) { _, _ in count += 1 } }
}
