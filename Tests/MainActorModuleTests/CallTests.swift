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

@Suite("Calls in a module of the main actor") struct CallTests {
    private let center = ProtocolDispatcherCenter()

    @Test("a screen registers in one line for protocols of the main actor and of none") func screen() {
        let greeting = Greeting()
        greeting.register(center)
        center.dispatch((any SignInObserver).self) { $0.didSignIn("ada") }
        center.dispatch((any Navigating).self) { $0.show("cart") }
        #expect(greeting.lines == ["ada", "cart"])
    }

    @Test("a service is provided and asked for in one line each") func service() throws {
        center.provide((any Clock).self) { _ in FixedClock(hour: 7) }
        #expect(try center.service((any Clock).self).hour == 7)
    }
}
