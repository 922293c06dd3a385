// An observation without an owner that ends as soon as it began.
// says: result of call to 'observe(
import Dispatchers

struct Ping: Sendable {}

func start(_ center: MessageCenter) { center.observe(Ping.self) { _ in } }
