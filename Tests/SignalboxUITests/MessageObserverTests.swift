import Dispatchers
import Testing

@testable import SignalboxUI

private struct ItemAdded: Sendable { let name: String }

@Suite("The messages of a view") @MainActor struct MessageObserverTests {
    private let center = MessageCenter()

    @Test("A view that is made anew observes once, with its newest handler") func newestHandler() {
        let observer = MessageObserver<ItemAdded>()
        var names: [String] = []
        for number in 1...2 {
            observer.observe(in: center, at: #fileID, #line) { names.append("\($0.name) \(number)") }
        }
        #expect(center.observations.count == 1)
        center.post(ItemAdded(name: "lamp"))
        #expect(names == ["lamp 2"])
    }

    @Test("A view in another environment observes its center alone") func anotherCenter() {
        let observer = MessageObserver<ItemAdded>()
        let other = MessageCenter()
        var names: [String] = []
        for center in [center, other] {
            observer.observe(in: center, at: #fileID, #line) { names.append($0.name) }
        }
        #expect(center.observations.isEmpty)
        other.post(ItemAdded(name: "lamp"))
        #expect(names == ["lamp"])
    }

    @Test("The observation is listed at its place, and ends with the view") func ends() {
        let line = #line + 3
        do {
            let observer = MessageObserver<ItemAdded>()
            observer.observe(in: center, at: #fileID, #line) { _ in }
            #expect(center.observations.map(\.location.line) == [line])
        }
        #expect(center.observations.isEmpty)
    }
}
