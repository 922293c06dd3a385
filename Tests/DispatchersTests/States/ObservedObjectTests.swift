import Observation
import Testing

@testable import Dispatchers

@Suite("Properties of observable objects") @MainActor struct ObservedPropertyTests {
    @MainActor @Observable final class Screen {
        var volume = 1 { didSet { sets += 1 } }
        var brightness = 1
        var title = "home"
        @ObservationIgnored let canary = Canary()
        @ObservationIgnored private(set) var reads = 0
        @ObservationIgnored private(set) var sets = 0
        nonisolated init() {}

        /// The volume, whose reads are counted in `reads`.
        var readVolume: Int {
            reads += 1
            return volume
        }
    }

    @MainActor @Observable final class Window {
        var screen = Screen()
        nonisolated init() {}
    }

    private let center = ObserverCenter()
    private let received = Probe<String>()

    @Test("Property changes of one main-actor job arrive as one change after the job, unless the value is equal")
    func mergesChanges() async {
        let screen = Screen()
        let registration = center.observe(\.volume, of: screen) { received.report($0.text) }
        for volume in [1, 2, 2, 3, 4] { screen.volume = volume }
        screen.title = "other"
        #expect(received.values.isEmpty)
        #expect(await received.values(1) == ["1 → 4"])
        screen.volume = 5
        screen.volume = 4
        await Task { screen.volume = 6 }.value
        screen.volume = 7
        #expect(await received.values(2).last == "4 → 6")
        #expect(await received.values(3).last == "6 → 7")
        registration.cancel()
    }

    @Test("C21: An observed object keeps nothing of a released center alive") func releasedCenter() {
        let (screen, gone) = (Screen(), Probe<Bool>())
        do {
            let center = ObserverCenter()
            center.set(.cargo, to: Cargo(canary: Canary { gone.report(true) }))
            center.bind(.volume, to: \.volume, of: screen)
            center.observe(\.title, of: screen) { _ in }.cancel()
        }
        #expect(gone.values == [true])
    }

    @Test("A handler that changes the observed property receives each change separately") func changesAgain() async {
        let screen = Screen()
        let registration = center.observe(\.volume, of: screen) { change in
            received.report(change.text)
            if change.new < 4 { screen.volume += 1 }
        }
        screen.volume = 2
        #expect(await received.values(3) == ["1 → 2", "2 → 3", "3 → 4"])
        registration.cancel()
    }

    @Test("The key path of a property may pass through a value") func pathThroughValue() async {
        let screen = Screen()
        let registration = center.observe(\.title.count, of: screen) { received.report($0.text) }
        screen.title = "five!"
        #expect(await received.values(1) == ["4 → 5"])
        screen.title += "!"
        #expect(await received.values(2).last == "5 → 6")
        registration.cancel()
    }

    @Test("The key path of a property may pass through another observable object, which may be replaced")
    func pathThroughObject() async {
        let window = Window()
        let registration = center.observe(\.screen.volume, of: window) { received.report($0.text) }
        window.screen.volume = 2
        #expect(await received.values(1) == ["1 → 2"])
        let other = Screen()
        other.volume = 3
        window.screen = other
        #expect(await received.values(2).last == "2 → 3")
        other.volume = 4
        #expect(await received.values(3).last == "3 → 4")
        registration.cancel()
    }

    @Test("C4: A property change made before cancelling is not delivered after cancelling") func cancels() async {
        let screen = Screen()
        let registration = center.observe(\.volume, of: screen) { received.report($0.text) }
        screen.volume = 2
        registration.cancel()
        let other = center.observe(\.volume, of: screen) { received.report("other \($0.text)") }
        screen.volume = 3
        #expect(await received.values(1) == ["other 2 → 3"])
        #expect(center.observations.count == 1)
        other.cancel()
    }

    @Test("Each property observer receives changes relative to its own last value") func knowsItsValue() async {
        let screen = Screen()
        let one = center.observe(\.volume, of: screen) { received.report("one \($0.text)") }
        screen.volume = 2
        let other = center.observe(\.volume, of: screen) { received.report("other \($0.text)") }
        screen.volume = 3
        #expect(await received.values(2).sorted() == ["one 1 → 3", "other 2 → 3"])
        screen.volume = 4
        #expect(await received.values(4).suffix(2).sorted() == ["one 3 → 4", "other 3 → 4"])
        one.cancel()
        other.cancel()
    }

    @Test("C4: A property observer cancelled by another observer is not called") func cancelsAnother() async {
        let (screen, registrations) = (Screen(), Probe<Registration>())
        for number in 0..<3 {
            registrations.report(
                center.observe(\.volume, of: screen) { _ in
                    received.report("\(number)")
                    for registration in registrations.values { registration.cancel() }
                })
        }
        screen.volume = 2
        _ = await received.values(1)
        for _ in 0..<50 { await Task.yield() }
        #expect(received.values.count == 1)
    }

    @Test("C19: A property is not read for cancelled observers after the next change")
    func readsForLiveObserversOnly() async {
        let screen = Screen()
        for _ in 0..<100 { center.observe(\.readVolume, of: screen) { _ in }.cancel() }
        let registration = center.observe(\.readVolume, of: screen) { received.report($0.text) }
        let before = screen.reads
        screen.volume = 2
        #expect(await received.values(1) == ["1 → 2"])
        for _ in 0..<200 { await Task.yield() }
        #expect(screen.reads == before + 1)
        registration.cancel()
        screen.volume = 3
        for _ in 0..<50 { await Task.yield() }
        #expect(screen.reads == before + 1)
    }

    @Test("C5: A property observation ends with its object, which it does not keep alive")
    func endsWithTheObject() async {
        weak var captured: Canary?
        let registration: Registration
        do {
            let (screen, canary) = (Screen(), Canary())
            captured = canary
            registration = center.observe(\.volume, of: screen) { _ in _ = canary }
            screen.volume = 2
            #expect(center.observations.count == 1)
        }
        while captured != nil { await Task.yield() }
        #expect(center.observations.isEmpty)
        registration.cancel()
    }

    @Test("C21: Closing the center ends its property observations") func closes() async {
        let screen = Screen()
        let registration = center.observe(\.volume, of: screen) { received.report($0.text) }
        center.close()
        screen.volume = 2
        for _ in 0..<10 { await Task.yield() }
        #expect(received.values.isEmpty)
        registration.cancel()
    }
}

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
