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

@Suite("Key paths of parts of states") struct StatePathTests {
    private let center = ObserverCenter()
    private let received = Probe<String>()

    @Test("A part can be read, and its observer is called only if the part changes") func part() {
        let registration = center.observe(.basket[\.child.item.text]) { received.report($0.text) }
        center.update(.basket) { $0.total = 1 }
        center.update(.basket) { $0.child.item.text = "lamp" }
        #expect(received.values == ["- → empty", "empty → lamp"])
        #expect(center[.basket[\.child.item.text]] == "lamp")
        registration.cancel()
    }

    @Test("The observer of a part behind an optional receives nil and values") func optional() {
        let registration = center.observe(.basket[\.gift?.item.text]) { received.report($0.text) }
        center.update(.basket) { $0.gift = Basket.Child() }
        center.update(.basket) { $0.gift?.item.text = "bow" }
        center.update(.basket) { $0.gift = nil }
        #expect(
            received.values == [
                "- → nil", #"nil → Optional("empty")"#, #"Optional("empty") → Optional("bow")"#,
                #"Optional("bow") → nil"#,
            ])
        registration.cancel()
    }

    @Test("A part can be an enum, a dictionary value, or an element by index or by identity") func others() {
        let registrations = [
            center.observe(.basket[\.payment], options: .skipsCurrent) { received.report("\($0.new)") },
            center.observe(.basket[\.notes["door"]], options: .skipsCurrent) { received.report("\($0.new ?? "-")") },
            center.observe(.basket[\.items].element(at: 1)[\.?.text], options: .skipsCurrent) {
                received.report("1: \($0.new ?? "-")")
            },
            center.observe(.basket[\.items].element(id: 7)[\.?.text], options: .skipsCurrent) {
                received.report("#7: \($0.new ?? "-")")
            },
        ]
        center.update(.basket) { $0.payment = .card("1234") }
        center.update(.basket) { $0.notes["door"] = "blue" }
        center.update(.basket) { $0.items = [.init(id: 7, text: "lamp")] }
        center.update(.basket) { $0.items.insert(.init(id: 8, text: "candle"), at: 0) }
        center.update(.basket) { $0.items = [] }
        #expect(
            received.values == [#"card("1234")"#, "blue", "#7: lamp", "1: lamp", "1: -", "#7: -"])
        #expect(registrations.count == 4)
    }

    @Test("A part of a part can be observed") func partOfPart() {
        let registration = center.observe(.basket[\.child][\.item][\.text], options: .skipsCurrent) {
            received.report($0.text)
        }
        center.update(.basket) { $0.child.item.text = "lamp" }
        #expect(received.values == ["empty → lamp"])
        registration.cancel()
    }

    @Test(
        "Setting a part keeps the rest of the value and calls observers of the state and of the part"
    )
    func setsParts() {
        let registrations = [
            center.observe(.basket[\.child.item.text], options: .skipsCurrent) { received.report($0.text) },
            center.observe(.basket[\.total], options: .skipsCurrent) { received.report("total \($0.text)") },
            center.observe(.basket, options: .skipsCurrent) { received.report("basket \($0.new.total)") },
        ]
        #expect(center.set(.basket[\.total], to: 3))
        #expect(center.set(.basket[\.child][\.item.text], to: "lamp"))
        #expect(center.set(.basket[\.notes["door"]], to: "blue"))
        #expect(center.set(.basket[\.total], to: 3))
        #expect(received.values == ["total 0 → 3", "basket 3", "empty → lamp", "basket 3", "basket 3", "basket 3"])
        #expect(
            center[.basket] == Basket(total: 3, child: .init(item: .init(id: 0, text: "lamp")), notes: ["door": "blue"])
        )
        center.close()
        #expect(!center.set(.basket[\.total], to: 4))
        #expect(registrations.count == 3)
    }

    @Test("Parts of one state set by two threads are all kept") func setsBeside() async {
        await withTaskGroup { group in
            group.addTask { [center] in for number in 1...1_000 { center.set(.basket[\.total], to: number) } }
            group.addTask { [center] in
                for number in 1...1_000 { center.set(.basket[\.child.item.text], to: "\(number)") }
            }
        }
        #expect(center[.basket[\.total]] == 1_000)
        #expect(center[.basket[\.child.item.text]] == "1000")
    }

    @Test("Observation lists and reports use the name of the key") func names() {
        let failures = Probe<DeliveryFailure>()
        let center = ObserverCenter { failures.report($0) }
        let key = StateKey("cart.total", default: 0)
        let registration = center.observe(key) { _ in }
        #expect(key.name == "cart.total")
        #expect(center.observations.map(\.what) == ["cart.total"])
        center.update(key) { _ in center.set(key, to: 1) }
        #expect(failures.values.map(\.what) == ["cart.total"])
        registration.cancel()
    }
}
