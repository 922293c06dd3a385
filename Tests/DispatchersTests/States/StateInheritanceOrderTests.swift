import Dispatchers
import Testing

private struct Failed: Error {}

/// Changes of a parent that arrive while a child is used for the first time.
@Suite("Order of inherited changes") struct StateInheritanceOrderTests {
    private let parent = ObserverCenter()
    private let received = Probe<String>()

    @Test("A failed update of a child repeats no change of the parent") func failedUpdate() {
        let child = ObserverCenter(parent: parent)
        let registrations = Probe<Registration>()
        let outer = parent.observe(.volume, options: .skipsCurrent) { change in
            guard change.new == 1 else { return }
            registrations.report(child.observe(.volume) { received.report($0.text) })
            parent.set(.volume, to: 2)
            #expect(throws: Failed.self) { try child.update(.volume) { _ in throw Failed() } }
        }
        parent.set(.volume, to: 1)
        #expect(received.values == ["- → 1", "1 → 2"])
        outer.cancel()
    }

    @Test("A successful update of a child begins with the newest value of the parent") func successfulUpdate() {
        let child = ObserverCenter(parent: parent)
        let registrations = Probe<Registration>()
        let outer = parent.observe(.volume, options: .skipsCurrent) { change in
            guard change.new == 1 else { return }
            registrations.report(child.observe(.volume) { received.report($0.text) })
            parent.set(.volume, to: 2)
            child.update(.volume) { $0 += 10 }
        }
        parent.set(.volume, to: 1)
        #expect(received.values == ["- → 2", "2 → 12"])
        #expect(child[.volume] == 12)
        outer.cancel()
    }
}
