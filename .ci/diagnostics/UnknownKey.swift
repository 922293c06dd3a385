// A state that no key names.
// says: has no member 'loudness'
import Dispatchers

func start(_ center: ObserverCenter) { center.set(.loudness, to: 3) }
