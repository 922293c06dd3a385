import Dispatchers
import Foundation

/// A call, a lookup and a post in `DispatchQueue.main.async`, in a process whose main queue is not run by the main thread.
///
/// An asynchronous `main` does that on Linux after its first suspension, as `dispatchMain()` does. Such a block is compiled as code of
/// the main actor, but the runtime does not count it as such: a cast to a conformance of the main actor may give `nil`.
enum MainQueue {
    private protocol Greeter { func greet() -> String }
    private protocol Prices: Sendable { var price: Int { get } }
    private struct Ping: Sendable {}

    private struct FixedPrices: Prices { let price = 7 }

    @MainActor private final class Screen: @MainActor Greeter {
        private(set) var pingCount = 0

        func greet() -> String { "hello" }

        func start(_ calls: ProtocolDispatcherCenter, _ messages: MessageCenter) {
            calls.register((any Greeter).self, by: self) { $0 }
            calls.provide((any Prices).self) { @MainActor _ in FixedPrices() }
            messages.observe(Ping.self, by: self) { screen, _ in screen.pingCount += 1 }
        }
    }

    static func run() -> Never {
        Task {
            let (calls, messages) = (ProtocolDispatcherCenter(), MessageCenter())
            let screen = Screen()
            await screen.start(calls, messages)
            DispatchQueue.main.async {
                print("collect:", calls.collect((any Greeter).self, .all) { $0.greet() })
                print("service:", (try? calls.service((any Prices).self).price) ?? 0)
                messages.post(Ping())
                print("post:", screen.pingCount)
                exit(0)
            }
        }
        dispatchMain()
    }
}
