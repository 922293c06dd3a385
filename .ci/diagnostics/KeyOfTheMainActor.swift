// An actor uses a key of a module that is on the main actor by default.
// says: main actor-isolated static property 'volume' can not be referenced on a nonisolated actor instance
// instead: write `nonisolated extension StateKeys`.
// flags: -default-isolation MainActor
import Dispatchers

extension StateKeys { static let volume = StateKey("volume", default: 5) }

actor Mixer {
    func start(_ center: ObserverCenter) { center.observe(.volume, by: self) { _, _ in } }
}
