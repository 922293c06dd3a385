// A message that another actor may not have.
// says: type 'Draft' does not conform to the 'Sendable' protocol
import Dispatchers

final class Draft { var text = "" }

func send(_ center: MessageCenter) { center.post(Draft()) }
