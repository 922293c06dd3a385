// A type is posted in place of a message of it.
// says: this posts a type: post a message of it
// instead: post a value: `post(ItemAdded(name: "lamp"))`.
import Dispatchers

struct ItemAdded: Sendable { let name: String }

func add(_ messages: MessageCenter) {
    messages.post(ItemAdded.self)
}
