import Dispatchers
import Observation
import Testing

// This module is compiled with `-default-isolation MainActor`, as app modules are.

nonisolated struct Cart: Sendable, Equatable {
    var items: [String] = []
    var total = 0
}

nonisolated extension StateKeys {
    static let cart = StateKey("cart", default: Cart())
    static let title = StateKey("title", default: "home")
}

@Observable final class TitleScreen {
    var title = ""
    private(set) var totals: [Int] = []

    func observe(_ center: ObserverCenter) {
        center.observe(.cart[\.total], by: self) { screen, change in screen.totals.append(change.new) }
    }

    func observeWithToken(_ center: ObserverCenter) -> Registration {
        center.observe(.cart) { [weak self] change in self?.totals.append(change.new.total) }
    }
}

actor Shelf {
    private(set) var totals: [Int] = []

    func observe(_ center: ObserverCenter) {
        center.observe(.cart[\.total], by: self) { shelf, change in shelf.totals.append(change.new) }
    }
}

@Suite("States in a module with main-actor default isolation") struct StateTests {
    private let center = ObserverCenter()

    @Test("A screen observes a state in one line, as an owner and with a registration") func screen() {
        let screen = TitleScreen()
        screen.observe(center)
        let registration = screen.observeWithToken(center)
        center.update(.cart) { $0.total = 3 }
        #expect(screen.totals == [0, 0, 3, 3])
        #expect(center[.cart[\.items.first]] == nil)
        registration.cancel()
    }

    @Test("An actor observes a part of a state in one line") func shelf() async {
        let shelf = Shelf()
        await shelf.observe(center)
        #expect(await shelf.totals == [0])
    }

    @Test("A screen binds a property and observes another object's property in one line each") func binds() async {
        let screen = TitleScreen()
        center.bind(.title, to: \.title, of: screen)
        #expect(screen.title == "home")
        let (titles, continuation) = AsyncStream.makeStream(of: String.self)
        let registration = center.observe(\.title, of: screen) { change in continuation.yield(change.new) }
        screen.title = "cart"
        var iterator = titles.makeAsyncIterator()
        #expect(await iterator.next() == "cart")
        #expect(center[.title] == "cart")
        registration.cancel()
    }
}
