// Calls: "do this", "tell me". A call through a protocol reaches all objects that are registered for it.
import Dispatchers

protocol LoginObserver { func didLogin(_ user: String) }

@MainActor final class Greeting: @MainActor LoginObserver {
    init(_ calls: ProtocolDispatcherCenter) {
        calls.register((any LoginObserver).self, by: self) { $0 }
    }

    func didLogin(_ user: String) { print("hello", user) }
}

let calls = ProtocolDispatcherCenter()
let greeting = Greeting(calls)
calls.dispatch((any LoginObserver).self) { $0.didLogin("ada") }  // hello ada
