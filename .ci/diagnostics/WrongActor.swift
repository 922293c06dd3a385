// A handler on no actor uses an object of the main actor.
// says: call to main actor-isolated instance method 'refresh()' in a synchronous nonisolated context
// instead: write the handler where the screen is used, in a function of the main actor.
import Dispatchers

struct Ping: Sendable {}
@MainActor final class Screen { func refresh() {} }

func start(_ center: MessageCenter, _ screen: Screen) -> Registration {
    center.observe(Ping.self) { _ in screen.refresh() }
}
