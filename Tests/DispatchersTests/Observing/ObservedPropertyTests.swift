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

        /// The volume, and a note of who looks at it.
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
    private let told = Probe<String>()

    @Test("what changed comes when its turn is over, with the value before and after it; an equal value does not")
    func tells() async {
        let screen = Screen()
        let registration = center.observe(\.volume, of: screen) { told.report($0.text) }
        for volume in [1, 2, 2, 3, 4] { screen.volume = volume }
        screen.title = "other"
        #expect(told.values.isEmpty)
        #expect(await told.values(1) == ["1 → 4"])
        screen.volume = 5
        screen.volume = 4
        await Task { screen.volume = 6 }.value
        screen.volume = 7
        #expect(await told.values(2).last == "4 → 6")
        #expect(await told.values(3).last == "6 → 7")
        registration.cancel()
    }

    @Test("C21: an object that was observed keeps nothing of a center that is gone") func centerGoes() {
        let (screen, gone) = (Screen(), Probe<Bool>())
        do {
            let center = ObserverCenter()
            center.set(.cargo, to: Cargo(canary: Canary { gone.report(true) }))
            center.bind(.volume, to: \.volume, of: screen)
            center.observe(\.title, of: screen) { _ in }.cancel()
        }
        #expect(gone.values == [true])
    }

    @Test("a handler that changes the property again is told that, too, in a turn of its own") func changesAgain() async
    {
        let screen = Screen()
        let registration = center.observe(\.volume, of: screen) { change in
            told.report(change.text)
            if change.new < 4 { screen.volume += 1 }
        }
        screen.volume = 2
        #expect(await told.values(3) == ["1 → 2", "2 → 3", "3 → 4"])
        registration.cancel()
    }

    @Test("a key path may pass through a value") func pathThroughValue() async {
        let screen = Screen()
        let registration = center.observe(\.title.count, of: screen) { told.report($0.text) }
        screen.title = "five!"
        #expect(await told.values(1) == ["4 → 5"])
        screen.title += "!"
        #expect(await told.values(2).last == "5 → 6")
        registration.cancel()
    }

    @Test("a key path may pass through another observable object, which may be another by then")
    func pathThroughObject() async {
        let window = Window()
        let registration = center.observe(\.screen.volume, of: window) { told.report($0.text) }
        window.screen.volume = 2
        #expect(await told.values(1) == ["1 → 2"])
        let other = Screen()
        other.volume = 3
        window.screen = other
        #expect(await told.values(2).last == "2 → 3")
        other.volume = 4
        #expect(await told.values(3).last == "3 → 4")
        registration.cancel()
    }

    @Test("C4: what changed before cancelling is not told after it") func cancels() async {
        let screen = Screen()
        let registration = center.observe(\.volume, of: screen) { told.report($0.text) }
        screen.volume = 2
        registration.cancel()
        let other = center.observe(\.volume, of: screen) { told.report("other \($0.text)") }
        screen.volume = 3
        #expect(await told.values(1) == ["other 2 → 3"])
        #expect(center.observations.count == 1)
        other.cancel()
    }

    @Test("those who observe one property are told in the order in which they came, each from the value he knows")
    func tellsInOrder() async {
        let screen = Screen()
        let one = center.observe(\.volume, of: screen) { told.report("one \($0.text)") }
        screen.volume = 2
        let other = center.observe(\.volume, of: screen) { told.report("other \($0.text)") }
        screen.volume = 3
        #expect(await told.values(2) == ["one 1 → 3", "other 2 → 3"])
        screen.volume = 4
        #expect(await told.values(4).suffix(2) == ["one 3 → 4", "other 3 → 4"])
        one.cancel()
        other.cancel()
    }

    @Test("a property is read once for all who observe it, and another of its type is told apart") func sharesAWatch()
        async
    {
        let screen = Screen()
        let registrations = [
            center.observe(\.readVolume, of: screen) { told.report("one \($0.text)") },
            center.observe(\.readVolume, of: screen) { told.report("other \($0.text)") },
            center.observe(\.brightness, of: screen) { told.report("brightness \($0.text)") },
        ]
        let before = screen.reads
        screen.volume = 2
        #expect(await told.values(2) == ["one 1 → 2", "other 1 → 2"])
        #expect(screen.reads == before + 1)
        screen.brightness = 3
        #expect(await told.values(3).last == "brightness 1 → 3")
        withExtendedLifetime(registrations) {}
    }

    @Test("C19: properties that nobody observes are forgotten when as many came again") func forgetsProperties() async {
        let screens = (0..<100).map { _ in Screen() }
        for screen in screens {
            center.observe(\.volume, of: screen) { _ in }.cancel()
            screen.volume = 2
            for _ in 0..<3 { await Task.yield() }
        }
        #expect(center.properties.count < 40)
    }

    @Test("C4: one who is cancelled by another is not told") func cancelsAnother() async {
        let (screen, cancelled) = (Screen(), Probe<Registration>())
        let one = center.observe(\.volume, of: screen) { _ in
            told.report("one")
            cancelled.values.first?.cancel()
        }
        cancelled.report(center.observe(\.volume, of: screen) { _ in told.report("two") })
        let three = center.observe(\.volume, of: screen) { _ in told.report("three") }
        screen.volume = 2
        #expect(await told.values(2) == ["one", "three"])
        one.cancel()
        three.cancel()
    }

    @Test("C19: a property is watched once, however often it was observed and cancelled") func watchesOnce() async {
        let screen = Screen()
        for _ in 0..<1_000 { center.observe(\.readVolume, of: screen) { _ in }.cancel() }
        let registration = center.observe(\.readVolume, of: screen) { told.report($0.text) }
        let before = screen.reads
        screen.volume = 2
        #expect(await told.values(1) == ["1 → 2"])
        for _ in 0..<50 { await Task.yield() }
        #expect(screen.reads == before + 1)
        registration.cancel()
        screen.volume = 3
        for _ in 0..<50 { await Task.yield() }
        #expect(screen.reads == before + 1)
    }

    @Test("C5: it ends with the object, which is not kept alive, and releases the handler") func endsWithTheObject()
        async
    {
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

    @Test("C21: it ends when the center closes") func closes() async {
        let screen = Screen()
        let registration = center.observe(\.volume, of: screen) { told.report($0.text) }
        center.close()
        screen.volume = 2
        for _ in 0..<10 { await Task.yield() }
        #expect(told.values.isEmpty)
        registration.cancel()
    }
}
