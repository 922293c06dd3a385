import Dispatchers
import DispatchersTesting
import Exploring
import Synchronization
import Testing

extension StateKeys {
    fileprivate static let total = StateKey("total", default: 0)
}

/// The laws of states, each in some hundred orders.
@Suite("States in every order") struct StateLawTests {
    private actor Display {
        private(set) var changes: [StateChange<Int>] = []

        func show(_ states: ObserverCenter) {
            states.observe(.total, by: self) { display, change in display.changes.append(change) }
        }
    }

    @MainActor private final class Screen {
        private(set) var changes: [StateChange<Int>] = []

        nonisolated init() {}

        func show(_ states: ObserverCenter) {
            states.observe(.total, by: self) { screen, change in screen.changes.append(change) }
        }
    }

    /// Adds 1, 2 and 3, twice each, in three tasks.
    private func addTwelve(to states: ObserverCenter) async {
        await withTaskGroup(of: Void.self) { group in
            for task in 1...3 {
                group.addTask(name: "adds \(task)") {
                    for _ in 0..<2 {
                        states.update(.total) { $0 += task }
                        await Task.yield()
                    }
                }
            }
        }
    }

    private func expectChain(_ changes: [StateChange<Int>]) {
        #expect(changes.last?.new == 12)
        for (earlier, later) in zip(changes, changes.dropFirst()) { #expect(later.old == earlier.new) }
    }

    @Test(
        "An actor and a screen see the changes of a state as a chain that ends with its value", .explored(seeds: 300))
    func changesAreAChain() async {
        let states = ObserverCenter()
        let display = Display()
        let screen = Screen()
        await display.show(states)
        async let showing: Void = screen.show(states)
        await addTwelve(to: states)
        await showing
        await states.settled()
        #expect(states[.total] == 12)
        expectChain(await display.changes)
        expectChain(await screen.changes)
    }

    @Test("A task that reads values ends with the last one, and sees none twice", .explored(seeds: 300))
    func valuesEndWithTheLast() async {
        let states = ObserverCenter()
        let values = states.values(of: .total)
        let reader = Task(name: "the reader") {
            var seen: [Int] = []
            for await value in values {
                seen.append(value)
                if value == 12 { break }
            }
            return seen
        }
        await addTwelve(to: states)
        let seen = await reader.value
        #expect(seen.last == 12)
        #expect(seen == seen.sorted() && Set(seen).count == seen.count)
    }

    @Test(
        "A set of a handler is part of the chain, and none is made once it was cancelled", .explored(seeds: 300))
    func handlersSet() async {
        let states = ObserverCenter()
        let display = Display()
        await display.show(states)
        let capping = states.observe(.total) { @MainActor change in
            if change.new > 12 { states.set(.total, to: 12) }
        }
        async let adding: Void = addTwelve(to: states)
        async let more = states.update(.total) { $0 += 5 }
        _ = await (adding, more)
        await states.settled()
        #expect(states[.total] == 12)
        expectChain(await display.changes)
        capping.cancel()
        states.set(.total, to: 20)
        await states.settled()
        #expect(states[.total] == 20)
    }
}
