// An observation without an owner whose registration is not kept.
// says: result of call to 'observe(
// instead: keep the registration in a property, or name an owner.
import Dispatchers

struct Ping: Sendable {}

func start(_ center: MessageCenter) { center.observe(Ping.self) { _ in } }
