// The handler of the owner form takes the message alone, and uses `self`.
// says: (Screen, Ping) throws -> Void' expects 2 arguments, but 1 was used in closure body
// instead: take the owner as the first argument, `{ screen, ping in screen.count += 1 }`.
import Dispatchers

struct Ping: Sendable {}
@MainActor final class Screen {
    var count = 0
    func start(_ center: MessageCenter) { center.observe(Ping.self, by: self) { _ in count += 1 } }
}
