import Dispatchers
import Synchronization
import Testing

private let evaluations = Atomic(0)

private struct Cart: Sendable {
    var items: [String] = []
    var note = ""

    /// A part that counts its computations.
    var total: Int {
        evaluations.add(1, ordering: .relaxed)
        return items.count
    }
}

extension StateKeys {
    fileprivate static let cart = StateKey("cart", default: Cart())
}

@Suite("Observation of parts of states", .serialized) struct StatePartTests {
    private let center = ObserverCenter()
    private let received = Probe<Int>()

    @Test("A part is computed once per change for all its observers") func computedOnce() {
        let registrations = (0..<10).map { index in
            center.observe(.cart[\.total], options: .skipsCurrent, priority: index % 3) { received.report($0.new) }
        }
        evaluations.store(0, ordering: .relaxed)
        center.update(.cart) { $0.items.append("lamp") }
        #expect(received.values == Array(repeating: 1, count: 10))
        #expect(evaluations.load(ordering: .relaxed) == 2, "once before the change, and once after")
        withExtendedLifetime(registrations) {}
    }

    @Test("A change of another part calls no observer of a part on an actor") func unchanged() async {
        let registration = await MainActor.run { [center, received] in
            center.observe(.cart[\.total], options: .skipsCurrent) { @MainActor in received.report($0.new) }
        }
        center.update(.cart) { $0.note = "gift" }
        center.update(.cart) { $0.items.append("lamp") }
        #expect(await received.values(1) == [1])
        #expect(center.observations.map(\.waiting) == [0])
        registration.cancel()
    }

    @Test("Observers of a state and of its parts are called by priority and then by registration") func order() {
        let names = Probe<String>()
        let registrations = [
            center.observe(.cart[\.total], options: .skipsCurrent) { _ in names.report("part 1") },
            center.observe(.cart, options: .skipsCurrent) { _ in names.report("whole") },
            center.observe(.cart[\.items], options: .skipsCurrent) { _ in names.report("items") },
            center.observe(.cart[\.total], options: .skipsCurrent) { _ in names.report("part 2") },
            center.observe(.cart[\.items][\.count], options: .skipsCurrent, priority: 1) { _ in names.report("count") },
        ]
        center.update(.cart) { $0.items.append("lamp") }
        #expect(names.values == ["count", "part 1", "whole", "items", "part 2"])
        withExtendedLifetime(registrations) {}
    }

    @Test("A part is listed with the name of its key path") func names() {
        let registrations = [
            center.observe(.cart[\.note]) { _ in },
            center.observe(.cart[\.items].element(at: 2)[\.?.count]) { _ in },
            center.observe(.basket[\.total]) { _ in },
        ]
        #expect(center.observations.map(\.what) == ["cart.note", "cart.items[2]?.<computed>", "basket.total"])
        withExtendedLifetime(registrations) {}
    }

    @Test("C19: A part without observers is released") func released() {
        let released = Probe<Int>()
        for number in 0..<100 {
            let canary = Canary { released.report(number) }
            center.observe(.cart[\.items].element(at: number)) { [canary] _ in _ = canary }.cancel()
        }
        #expect(released.values.count == 100)
        #expect(center.observations.isEmpty)
    }

    @Test("A state and its parts can be set by subscript") func settable() {
        let registration = center.observe(.cart[\.note], options: .skipsCurrent) { received.report($0.new.count) }
        center[.cart[\.note]] = "gift"
        center[.cart].items = ["lamp"]
        center[.cart[\.items][\.self]].append("candle")
        #expect(received.values == [4])
        #expect(center[.cart].items == ["lamp", "candle"])
        registration.cancel()
    }
}
