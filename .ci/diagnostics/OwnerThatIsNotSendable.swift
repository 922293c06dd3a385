// An owner that belongs to no actor and is not `Sendable`.
// says: type 'Log' does not conform to the 'Sendable' protocol
// instead: put the owner on an actor (`@MainActor final class`), or make it `Sendable`.
import Dispatchers

struct Ping: Sendable {}
final class Log {
    func start(_ center: MessageCenter) { center.observe(Ping.self, by: self) { _, _ in } }
}
