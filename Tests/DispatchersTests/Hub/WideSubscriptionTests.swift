import AllocationCounter
import Dispatchers
import Testing

@Suite("Memory of subscriptions to all types", .serialized) struct WideSubscriptionTests {
    private struct Ping: Sendable {}
    private struct Pong: Sendable {}

    @Test(
        "C19: The lists of message types do not keep cancelled subscriptions to all types",
        .enabled(if: bytesOfThisThread() >= 0, "bytes can be counted here"))
    func cancelledSubscriptions() {
        let center = MessageCenter()
        center.post(Ping())
        center.post(Pong())
        countBytesOfThisThread(true)
        let before = bytesOfThisThread()
        var registrations: [Registration] = []
        for _ in 0..<20_000 { registrations.append(center.observe((any Sendable).self) { _ in }) }
        center.post(Ping())
        center.post(Pong())
        registrations = []
        #expect(bytesOfThisThread() - before < 500_000)
        countBytesOfThisThread(false)
    }
}
