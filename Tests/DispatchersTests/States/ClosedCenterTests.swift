import Dispatchers
import Testing

@Suite("Sets in a closed center") struct ClosedCenterTests {
    private let failures = Probe<DeliveryFailure>()

    @Test("A set by a subscript or an observed state is reported once, and a set that returns false is not")
    @MainActor func reported() {
        let app = ObserverCenter { [failures] in failures.report($0) }
        let center = ObserverCenter(parent: app, name: "session")
        let volume = center.observed(.volume)
        let line = #line - 1
        center.close()
        #expect(!center.set(.volume, to: 6))
        #expect(!center.update(.volume) { $0 += 1 })
        #expect(failures.values.isEmpty)
        volume.value = 7
        center[.volume] = 8
        center[.basket[\.total]] = 8
        let text =
            "the set of volume at \(#fileID):\(line) was refused, since the center “session” is closed: end what sets it before, "
            + "or use “set(_:to:)”, which returns false"
        #expect(failures.values.map { "\($0)" } == [text])
        #expect(center[.volume] == 5)
    }

    @Test("A set of a part is reported with the name of the part") func part() {
        let center = ObserverCenter { [failures] in failures.report($0) }
        center.close()
        center[.basket[\.total]] = 8
        #expect(failures.values.map(\.what) == ["basket.total"])
        #expect(failures.values.first?.postedAt.line == #line - 2)
        #expect(failures.values.first?.error is ClosedCenter)
    }
}
