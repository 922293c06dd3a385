// A handler on no actor changes a variable around it.
// says: mutation of captured var 'count' in concurrently-executing code
// instead: keep the count in the owner, an actor or a `Mutex`.
import Dispatchers

struct Ping: Sendable {}

func start(_ center: MessageCenter) -> (Registration, Int) {
    var count = 0
    let registration = center.observe(Ping.self) { _ in count += 1 }
    return (registration, count)
}
