// A state is set to a value of another type.
// says: member 'volume' in 'WritableStatePath<String>' produces result of type 'WritableStatePath<Int>'
// instead: set a value of the type of the state.
import Dispatchers

extension StateKeys { static let volume = StateKey("volume", default: 5) }

func start(_ center: ObserverCenter) { center.set(.volume, to: "loud") }
