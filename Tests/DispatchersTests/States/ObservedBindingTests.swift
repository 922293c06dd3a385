import Testing

@testable import Dispatchers

@Suite("Bindings of observable objects") @MainActor struct ObservedBindingTests {
    private typealias Screen = ObservedPropertyTests.Screen

    private let center = ObserverCenter()
    private let received = Probe<String>()

    @Test("A binding sets the property from the state and the state from the property") func binds() async {
        let screen = Screen()
        let registration = center.observe(.volume) { received.report($0.text) }
        center.bind(.volume, to: \.volume, of: screen)
        #expect(screen.volume == 5)
        center.set(.volume, to: 6)
        #expect(screen.volume == 6)
        screen.volume = 7
        #expect(await received.values(3) == ["- → 5", "5 → 6", "6 → 7"])
        for _ in 0..<20 { await Task.yield() }
        #expect(received.values.count == 3)
        #expect(screen.volume == 7 && screen.sets == 3)
        registration.cancel()
    }

    @Test("A bound property that changes before its state in one main-actor job keeps its value")
    func bindsWhenBothChange() {
        let screen = Screen()
        center.bind(.volume, to: \.volume, of: screen)
        screen.volume = 12
        center.set(.volume, to: 10)
        #expect([screen.volume, center[.volume]] == [12, 12])
    }

    @Test("A binding does not loop if property and state change at once, and the property's value is kept")
    func bindsWithoutLoops() async {
        let screen = Screen()
        center.bind(.volume, to: \.volume, of: screen)
        let registration = center.observe(.volume, options: .skipsCurrent) { received.report("\($0.new)") }
        setOffActor(10)
        setOffActor(11)
        screen.volume = 12
        while center[.volume] != 12 || screen.volume != 12 { await Task.yield() }
        for _ in 0..<50 { await Task.yield() }
        #expect(center[.volume] == 12)
        #expect(screen.volume == 12)
        #expect(received.values == ["10", "11", "12"])
        registration.cancel()
    }

    @Test("A binding of a part of a state updates both sides and keeps the rest of the state") func bindsParts() async {
        let screen = Screen()
        center.update(.basket) { $0.child.item.text = "lamp" }
        center.bind(.basket[\.total], to: \.volume, of: screen)
        #expect(screen.volume == 0)
        center.set(.basket[\.total], to: 6)
        #expect(screen.volume == 6)
        screen.volume = 7
        #expect(await eventually { center[.basket[\.total]] == 7 })
        #expect(center[.basket[\.child.item.text]] == "lamp")
    }

    @Test("Two objects bound to one state follow each other's changes") func bindsTwo() async {
        let (one, other) = (Screen(), Screen())
        center.bind(.volume, to: \.volume, of: one)
        center.bind(.volume, to: \.volume, of: other)
        one.volume = 8
        while other.volume != 8 { await Task.yield() }
        other.volume = 9
        while one.volume != 9 { await Task.yield() }
        #expect(center[.volume] == 9)
    }

    @Test("C5: A binding does not keep its object alive and ends with the object") func bindingEnds() {
        weak var gone: Screen?
        do {
            let screen = Screen()
            gone = screen
            center.bind(.volume, to: \.volume, of: screen)
            #expect(center.observations.count == 2)
        }
        #expect(gone == nil)
        center.set(.volume, to: 3)
        #expect(center.observations.isEmpty)
    }

    private nonisolated func setOffActor(_ volume: Int) { center.set(.volume, to: volume) }
}
