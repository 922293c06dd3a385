// A handler of no actor uses what belongs to the main actor.
// says: call to main actor-isolated instance method 'refresh()' in a synchronous nonisolated context
import Dispatchers

struct Ping: Sendable {}
@MainActor final class Screen { func refresh() {} }

func start(_ center: MessageCenter, _ screen: Screen) -> Registration {
    center.observe(Ping.self) { _ in screen.refresh() }
}
