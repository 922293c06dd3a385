// A state is bound to a property of another type.
// says: the state and the property have different types
// instead: bind a property of the type of the state.
import Dispatchers
import Observation

extension StateKeys { static let volume = StateKey("volume", default: 5) }
@MainActor @Observable final class Player { var title = "" }

@MainActor func start(_ center: ObserverCenter, _ player: Player) { center.bind(.volume, to: \.title, of: player) }
