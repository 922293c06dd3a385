// A state is set to a value of another type.
// says: member 'volume' in 'StateKey<String>' produces result of type 'StateKey<Int>'
// instead: set a value of the type of the state.
import Dispatchers

extension StateKeys { static let volume = StateKey(default: 5) }

func start(_ center: ObserverCenter) { center.set(.volume, to: "loud") }
