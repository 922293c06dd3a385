// Messages: "this happened". All subscribers receive a message; one without a receiver is reported.
import Dispatchers

struct ItemAdded: Sendable { let name: String }

let messages = MessageCenter(onDeadLetter: { failure in print(failure) })
let log = messages.observe(ItemAdded.self) { added in print("added", added.name) }
messages.post(ItemAdded(name: "lamp"))  // added lamp
log.cancel()
messages.post(ItemAdded(name: "candle"))  // Prints that nothing received an ItemAdded, and the line that posted it.
