// The handler of an owner takes the message alone, and uses `self`.
// says: (Screen, Ping) throws -> Void' expects 2 arguments, but 1 was used in closure body
import Dispatchers

struct Ping: Sendable {}
@MainActor final class Screen {
    var count = 0
    func start(_ center: MessageCenter) { center.observe(Ping.self, by: self) { _ in count += 1 } }
}
