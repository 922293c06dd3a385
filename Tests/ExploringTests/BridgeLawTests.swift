import Bridging
import Dispatchers
import Exploring
import Testing

/// The laws of bridges, each in some hundred orders: over a log in memory, with and without faults.
@Suite("Bridges in every order") struct BridgeLawTests {
    private struct Order: Codable, Sendable { let number: Int }

    /// Posts five orders in one center, and returns what the other received until all had arrived.
    private func carryFive(_ connection: (LoopbackLog) -> any MessageLog) async throws -> [Int] {
        let log = LoopbackLog()
        let centers = [MessageCenter(), MessageCenter(onError: { _ in })]
        let sending = MessageBridge(centers[0], over: connection(log), as: "a")
        let receiving = MessageBridge(centers[1], over: connection(log), as: "b")
        try sending.carry(Order.self, as: "orders", .outgoing)
        try receiving.carry(Order.self, as: "orders", .incoming, group: "all")
        let received = Log()
        let all = AsyncStream.makeStream(of: Void.self)
        let registration = centers[1].observe(Order.self) { @MainActor order in
            received.add("\(order.number)")
            if order.number == 4 { all.continuation.finish() }
        }
        let running = [("sends", sending), ("receives", receiving)].map { name, bridge in
            Task(name: name) { try await bridge.run() }
        }
        for number in 0..<5 {
            centers[0].post(Order(number: number))
            await Task.yield()
        }
        for await _ in all.stream {}
        for task in running { task.cancel() }
        for task in running { _ = await task.result }
        registration.cancel()
        return received.all.compactMap { Int($0) }
    }

    @Test("B2, B5: A bridge delivers each message once, in the order of its posts", .explored(seeds: 100))
    func bridgesDeliverOnce() async throws {
        #expect(try await carryFive { $0 } == [0, 1, 2, 3, 4])
    }

    @Test(
        "B2, B5: Calls that are lost, doubled or late neither lose, double nor reorder a message", .explored(seeds: 60),
        arguments: [1, 7, 11] as [UInt64])
    func faultsLoseNothing(_ seed: UInt64) async throws {
        let received = try await carryFive { FaultyLog($0, LogFaults(seed: seed)) }
        #expect(received == [0, 1, 2, 3, 4])
    }
}
