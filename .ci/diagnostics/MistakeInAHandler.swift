// A name is misspelled in the handler of an owner.
// says: value of type 'Screen' has no member 'cuont'
// instead: write `screen.count`.
import Dispatchers

struct Ping: Sendable { var number = 1 }
@MainActor final class Screen {
    var count = 0
    func start(_ center: MessageCenter) {
        center.observe(Ping.self, by: self) { screen, ping in screen.cuont += ping.number }
    }
}
