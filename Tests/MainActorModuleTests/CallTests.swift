import Dispatchers
import Testing

// This module is compiled with `-default-isolation MainActor`, as app modules are.

nonisolated protocol SignInObserver { func didSignIn(_ user: String) }

protocol Navigating { func show(_ place: String) }

nonisolated protocol Clock: Sendable { var hour: Int { get } }

nonisolated struct FixedClock: Clock { let hour: Int }

final class Greeting: @MainActor SignInObserver, Navigating {
    private(set) var lines: [String] = []

    func register(_ center: ProtocolDispatcherCenter) {
        center.register((any SignInObserver).self, by: self) { $0 }
        center.register((any Navigating).self, by: self) { $0 }
    }

    func didSignIn(_ user: String) { lines.append(user) }

    func show(_ place: String) { lines.append(place) }
}

@Suite("Calls in a module with main-actor default isolation") struct CallTests {
    private let center = ProtocolDispatcherCenter()

    @Test("A screen registers in one line for main-actor and nonisolated protocols") func screen() {
        let greeting = Greeting()
        greeting.register(center)
        center.dispatch((any SignInObserver).self) { $0.didSignIn("ada") }
        center.dispatch((any Navigating).self) { $0.show("cart") }
        #expect(greeting.lines == ["ada", "cart"])
    }

    @Test("A service is provided and looked up in one line each") func service() throws {
        center.provide((any Clock).self) { _ in FixedClock(hour: 7) }
        #expect(try center.service((any Clock).self).hour == 7)
    }
}
