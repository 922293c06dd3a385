// Messages: "this happened". All subscribers receive a message; one without a receiver is reported.
import Dispatchers

struct ItemAdded: Sendable { let name: String }

let center = MessageCenter(onDeadLetter: { failure in print(failure) })
let log = center.observe(ItemAdded.self) { added in print("added", added.name) }
center.post(ItemAdded(name: "lamp"))  // added lamp
log.cancel()
center.post(ItemAdded(name: "candle"))  // Printed: nobody observes it, and the line that posted it.
