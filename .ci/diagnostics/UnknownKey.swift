// A state whose key is not declared.
// says: has no member 'loudness'
// instead: declare the key in an extension of `StateKeys`.
import Dispatchers

func start(_ center: ObserverCenter) { center.set(.loudness, to: 3) }
