import Dispatchers
import Observation
import Testing

@Suite("States that Observation tracks") @MainActor struct ObservedStateTests {
    private let center = ObserverCenter()
    private let changes = Probe<String>()

    /// Tracks one change of a state.
    private func track<Value>(_ state: ObservedState<Value>, as name: String = "changed") {
        withObservationTracking {
            _ = state.value
        } onChange: { [changes] in
            changes.report(name)
        }
    }

    @Test("Observation tracking is notified once for each change, at once on the main actor") func eachChange() {
        let volume = center.observed(.volume)
        track(volume, as: "first")
        #expect(volume.value == 5)
        center.set(.volume, to: 6)
        #expect(changes.values == ["first"])
        #expect(volume.value == 6)
        center.set(.volume, to: 7)
        #expect(changes.values == ["first"])
        track(volume, as: "second")
        center.update(.volume) { $0 += 1 }
        #expect(changes.values == ["first", "second"])
        #expect(volume.value == 8)
    }

    @Test("A change of another part, or to an equal part, does not change a part") func otherPart() {
        let total = center.observed(.basket[\.total])
        let count = center.observed(.basket[\.items.count])
        track(total, as: "total")
        track(count, as: "count")
        center.set(.basket[\.payment], to: .card("1"))
        center.set(.basket[\.total], to: 0)
        #expect(changes.values.isEmpty)
        center.set(.basket[\.total], to: 3)
        #expect(changes.values == ["total"])
        center.update(.basket) { $0.items.append(Basket.Item(id: 1, text: "lamp")) }
        #expect(changes.values == ["total", "count"])
        #expect(total.value == 3)
        #expect(count.value == 1)
    }

    @Test("A state whose values cannot be compared is tracked, too") func notEquatable() {
        let cargo = center.observed(.cargo)
        track(cargo)
        center.set(.cargo, to: Cargo())
        #expect(changes.values == ["changed"])
    }

    @Test("A change made on another thread is announced on the main actor") func otherThread() async {
        let volume = center.observed(.volume)
        let isMain = Probe<Bool>()
        withObservationTracking {
            _ = volume.value
        } onChange: {
            MainActor.assumeIsolated { isMain.report(true) }
        }
        let isSet = await Task.detached { [center] in center.set(.volume, to: 9) }.value
        #expect(isSet)
        #expect(await isMain.values(1) == [true])
        #expect(volume.value == 9)
    }

    @Test("All observed states of one part share one observation, readable or writable") func shares() {
        let total = center.observed(.basket[\.total])
        let same = center.observed(.basket[\.total])
        let path: StatePath<Int> = .basket[\.total]
        let readable = center.observed(path)
        #expect(center.observations.map(\.what) == ["basket.total"])
        #expect(center.observations.map(\.owner) == ["ObservedState"])
        for (state, name) in [(total, "one"), (same, "two"), (readable, "three")] { track(state, as: name) }
        center.set(.basket[\.total], to: 1)
        #expect(Set(changes.values) == ["one", "two", "three"])
        let other = center.observed(.basket[\.child])
        #expect(center.observations.count == 2)
        #expect(other.value == Basket.Child())
    }

    @Test("The observation ends with the last observed state, and nothing stays in the center") func ends() {
        var first: ObservedState<Int>? = center.observed(.basket[\.total])
        var second: ObservedState<Int>? = center.observed(.basket[\.total])
        weak let weakFirst = first
        track(first ?? center.observed(.volume))
        first = nil
        #expect(weakFirst == nil)
        #expect(center.observations.count == 1)
        #expect(second?.value == 0)
        second = nil
        #expect(center.observations.isEmpty)
        center.set(.basket[\.total], to: 1)
        #expect(changes.values.isEmpty)
        let third = center.observed(.basket[\.total])
        track(third, as: "third")
        center.set(.basket[\.total], to: 2)
        #expect(changes.values == ["third"])
    }

    @Test("The last observed state may be released on another thread") func endsElsewhere() async {
        let state = Slot(center.observed(.volume))
        await Task.detached { state.value = nil }.value
        #expect(center.observations.isEmpty)
    }

    @Test("An observed state retains its center, and releases it") func releasesCenter() {
        let gone = Probe<Bool>()
        do {
            let state: ObservedState<Int>
            do {
                let center = ObserverCenter()
                center.set(.cargo, to: Cargo(canary: Canary { gone.report(true) }))
                state = center.observed(.volume)
            }
            #expect(gone.values.isEmpty)
            track(state)
        }
        #expect(gone.values == [true])
        #expect(changes.values.isEmpty)
    }

    @Test("Setting an observed state or part sets the state of the center, and can be read at once") func sets() {
        let total = center.observed(.basket[\.total])
        let received = Probe<String>()
        let registration = center.observe(.basket[\.total]) { received.report($0.text) }
        track(total)
        total.value = 4
        #expect(total.value == 4)
        total.value += 1
        #expect(center[.basket].total == 5)
        #expect(received.values == ["- → 0", "0 → 4", "4 → 5"])
        #expect(changes.values == ["changed"])
        registration.cancel()
    }

    @Test("A value that is set while the state is being delivered can be read at once") func setsInDelivery() {
        let volume = center.observed(.volume)
        let read = Probe<Int>()
        let registration = center.observe(.volume, options: .skipsCurrent) { change in
            guard change.new == 6 else { return }
            volume.value = 7
            read.report(volume.value)
        }
        volume.value = 6
        #expect(read.values == [7])
        registration.cancel()
    }

    @Test("An observed state of a child center follows the parent until it is set in the child") func child() {
        let child = ObserverCenter(parent: center)
        let volume = child.observed(.volume)
        track(volume, as: "parent")
        center.set(.volume, to: 6)
        #expect(changes.values == ["parent"])
        #expect(volume.value == 6)
        track(volume, as: "child")
        volume.value = 1
        #expect(changes.values == ["parent", "child"])
        #expect(center[.volume] == 6)
        track(volume, as: "hidden")
        center.set(.volume, to: 8)
        #expect(changes.values == ["parent", "child"])
        #expect(volume.value == 1)
    }

    @Test("C21: After its center was closed, an observed state keeps its value and announces nothing") func closes() {
        let volume = center.observed(.volume)
        volume.value = 6
        track(volume)
        center.close()
        #expect(center.observations.isEmpty)
        volume.value = 7
        #expect(volume.value == 6)
        #expect(changes.values.isEmpty)
        let late = center.observed(.volume)
        #expect(late.value == 6)
        #expect(center.observations.isEmpty)
    }

    @Test("A set of an observed state is listed and traced where the observed state was made") func location() {
        let line = #line + 1
        let volume = center.observed(.volume)
        #expect(center.observations.map(\.location.line) == [line])
        #expect(volume.value == 5)
    }
}
