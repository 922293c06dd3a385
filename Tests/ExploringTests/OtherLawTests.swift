import Bridging
import Dispatchers
import DispatchersTesting
import Exploring
import Routing
import Synchronization
import Testing

extension StateKeys {
    fileprivate static let total = StateKey("total", default: 0)
}

/// The laws of states, services, navigations and bridges, each in some hundred orders.
@Suite("States, services, navigations and bridges in every order") struct OtherLawTests {
    private actor Display {
        private(set) var changes: [StateChange<Int>] = []

        func show(_ states: ObserverCenter) {
            states.observe(.total, by: self) { display, change in display.changes.append(change) }
        }
    }

    @Test("Each observer sees the changes of a state as a chain that ends with its value", .explored(seeds: 300))
    func changesAreAChain() async {
        let states = ObserverCenter()
        let display = Display()
        await display.show(states)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<3 {
                group.addTask {
                    for _ in 0..<2 {
                        states.update(.total) { $0 += task + 1 }
                        await Task.yield()
                    }
                }
            }
        }
        await states.settled()
        let changes = await display.changes
        #expect(states[.total] == 12)
        #expect(changes.last?.new == 12)
        for (earlier, later) in zip(changes, changes.dropFirst()) { #expect(later.old == earlier.new) }
    }

    private protocol Clerk: Sendable {}
    private struct OneClerk: Clerk {}

    @Test("A service is created once, and all lookups get it", .explored(seeds: 200))
    func servicesAreCreatedOnce() async throws {
        let center = ProtocolDispatcherCenter()
        let made = Mutex(0)
        center.provide((any Clerk).self) { _ in
            made.withLock { $0 += 1 }
            return OneClerk()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    await Task.yield()
                    _ = try center.service((any Clerk).self)
                }
            }
            try await group.waitForAll()
        }
        #expect(made.withLock { $0 } == 1)
    }

    @Test("Of two openings, the newer is handled, and the older ends as superseded or before it", .explored(seeds: 300))
    func newerOpeningsSupersede() async throws {
        let log = Log()
        let router = Router(origins: ["shop://"], pending: .cancelsOlder)
        let slow = Guard("slow") { _ in
            await Task.yield()
            return .proceed
        }
        try router.register {
            $0.on("/:page", guards: [slow]) { match in log.add(match["page"] ?? "") }
        }
        let first = Task { await router.open("shop:///first") }
        let second = Task { await router.open("shop:///second") }
        let outcomes = [await first.value, await second.value]
        #expect(!log.all.isEmpty)
        #expect(Set(log.all).count == log.all.count)
        #expect(outcomes.filter(\.isHandled).count == log.all.count)
    }

    private struct Order: Codable, Sendable { let number: Int }

    @Test("B2, B5: A bridge delivers each message once, in the order of its posts", .explored(seeds: 100))
    func bridgesDeliverOnce() async throws {
        let log = LoopbackLog()
        let received = Log()
        let centers = [MessageCenter(), MessageCenter()]
        let sending = MessageBridge(centers[0], over: log, as: "a")
        let receiving = MessageBridge(centers[1], over: log, as: "b")
        try sending.carry(Order.self, as: "orders", .outgoing)
        try receiving.carry(Order.self, as: "orders", .incoming, group: "all")
        let all = AsyncStream.makeStream(of: Void.self)
        let registration = centers[1].observe(Order.self) { @MainActor order in
            received.add("\(order.number)")
            if order.number == 4 { all.continuation.finish() }
        }
        let running = [sending, receiving].map { bridge in Task { try await bridge.run() } }
        for number in 0..<5 {
            centers[0].post(Order(number: number))
            await Task.yield()
        }
        for await _ in all.stream {}
        #expect(received.all == ["0", "1", "2", "3", "4"])
        for task in running { task.cancel() }
        for task in running { _ = await task.result }
        registration.cancel()
    }
}
