// A handler of a state awaits something.
// says: to parameter expecting synchronous function type
// instead: iterate `center.values(of: .volume)` in a task.
import Dispatchers

extension StateKeys { static let volume = StateKey("volume", default: 5) }
actor Speaker { func play(at volume: Int) async {} }

func start(_ center: ObserverCenter, _ speaker: Speaker) -> Registration {
    center.observe(.volume) { change in await speaker.play(at: change.new) }
}
