import Dispatchers
import Testing

@Suite("Errors and scopes of services") struct ServiceErrorTests {
    private protocol Prices: Sendable {}
    private protocol Cart: Sendable {}
    private protocol Till: Sendable {}
    private final class Everything: Prices, Cart, Till {}

    private let center = ProtocolDispatcherCenter()
    private let here = "DispatchersTests/ServiceErrorTests.swift"

    private func error(_ body: () throws -> Void) -> ServiceError? {
        let error = #expect(throws: ServiceError.self) { try body() }
        return error
    }

    @Test("A service that needs a shorter-lived one fails with an error that names both with their lifetimes")
    func needsShorterLived() {
        center.provide((any Cart).self, for: .session) { _ in Everything() }
        center.provide((any Prices).self) { scope in
            _ = try scope.service((any Cart).self)
            return Everything()
        }
        let line = #line - 4
        let session = center.begin(.session)
        for ask in [{ _ = try session.service((any Prices).self) }, { _ = try center.service((any Prices).self) }] {
            let error = error(ask)
            #expect(error?.reason == .outOfScope)
            let text = error?.description ?? ""
            #expect(text.contains("Prices (application, provided at \(here):\(line))"), "\(text)")
            #expect(text.contains("Cart (session, provided at \(here):\(line - 1))"), "\(text)")
            #expect(text.contains("a longer-lived service must not need a shorter-lived one"), "\(text)")
        }
    }

    @Test("A service requested outside a scope of its lifetime fails with an error that names the lifetime")
    func noScope() {
        center.provide((any Cart).self, for: .session) { _ in Everything() }
        let text = error { _ = try center.service((any Cart).self) }?.description ?? ""
        #expect(text.contains("it needs a scope that is not open here: session"))
    }

    @Test("A cycle of services fails with an error that names the path") func cyclePath() {
        center.provide((any Prices).self) { scope in
            _ = try scope.service((any Cart).self)
            return Everything()
        }
        center.provide((any Cart).self) { scope in
            _ = try scope.service((any Till).self)
            return Everything()
        }
        center.provide((any Till).self) { scope in
            _ = try scope.service((any Prices).self)
            return Everything()
        }
        let line = #line - 12
        let error = error { _ = try center.service((any Prices).self) }
        let path =
            [("Prices", line), ("Cart", line + 4), ("Till", line + 8)].reduce("needed: ") {
                $0 + "\($1.0) (application, provided at \(here):\($1.1)) → "
            } + "Prices"
        #expect(error?.reason == .cyclic)
        #expect(error?.description.hasSuffix(path) == true, "\(error?.description ?? "")")
        let other = self.error { _ = try center.service((any Till).self) }
        #expect(other?.description.contains("Till (application, provided at \(here):\(line + 8)) → Prices") == true)
    }

    @Test("A service that needs itself fails with an error that names it twice") func cycleOfOne() {
        center.provide((any Prices).self) { scope in try scope.service((any Prices).self) }
        let error = error { _ = try center.service((any Prices).self) }
        #expect(error?.description.hasSuffix("Prices (application, provided at \(here):\(#line - 2)) → Prices") == true)
    }

    @Test("The error of a missing or doubled service has the path of requests, with lifetimes and locations")
    func paths() {
        center.provide((any Till).self, for: .session) { scope in
            _ = try scope.service((any Cart).self)
            return Everything()
        }
        center.provide((any Cart).self) { scope in
            _ = try scope.service((any Prices).self)
            return Everything()
        }
        let line = #line - 8
        let session = center.begin(.session)
        let path = """
            needed: Till (session, provided at \(here):\(line)) → Cart (application, provided at \(here):\(line + 4)) → Prices
            """
        let missing = error { _ = try session.service((any Till).self) }
        #expect(missing?.reason == .missing && missing?.providedAt.map(\.line) == [line, line + 4])
        #expect(missing?.description.hasSuffix(path) == true, "\(missing?.description ?? "")")
        for _ in 0..<2 { center.provide((any Prices).self) { _ in Everything() } }
        let doubled = error { _ = try session.service((any Till).self) }
        #expect(doubled?.reason == .doubled && doubled?.providedAt.map(\.line) == [#line - 2, #line - 2])
        #expect(doubled?.description.hasSuffix(path) == true, "\(doubled?.description ?? "")")
    }

    @Test("100,000 child scopes close one by one in any order, each once") func manyScopes() throws {
        let closed = Probe<Bool>()
        center.provide((any Cart).self, for: .screen) { _ in
            Everything()
        } closing: { _ in
            closed.report(true)
        }
        let session = center.begin(.session)
        var scopes = (0..<100_000).map { _ in session.begin(.screen) }
        for index in stride(from: 0, to: scopes.count, by: 1_000) { _ = try scopes[index].service((any Cart).self) }
        for scope in scopes.prefix(50_000) { scope.close() }
        scopes.removeFirst(50_000)
        scopes = []
        #expect(closed.values.count == 100)
        let screens = (0..<3).map { _ in session.begin(.screen) }
        for screen in screens { _ = try screen.service((any Cart).self) }
        session.close()
        #expect(closed.values.count == 103)
    }
}
