// A message of a type that is not `Sendable`.
// says: type 'Draft' does not conform to the 'Sendable' protocol
// instead: post a struct, or an object of an actor.
import Dispatchers

final class Draft { var text = "" }

func send(_ center: MessageCenter) { center.post(Draft()) }
