import Dispatchers
import Testing

private protocol Prices: Sendable {}
private protocol Cart: Sendable {}
private protocol User: Sendable {}
private struct Shop: Prices, Cart, User {}

@Suite("Listed services") struct ServiceScopeInfoTests {
    private let center = ProtocolDispatcherCenter()

    @Test("Providers are listed with protocol, lifetime, priority, actor and location") func providers() {
        let place = SourceLocation(line: #line + 1)
        center.provide((any Prices).self) { _ in Shop() }
        center.provide((any Cart).self, for: .session) { @MainActor _ in Shop() }
        center.provide((any Cart).self, for: .session, priority: 2) { _ in Shop() }
        let providers = center.services.providers
        #expect(providers.map(\.what) == ["Cart", "Cart", "Prices"])
        #expect(providers.map(\.lifetime) == [.session, .session, .application])
        #expect(providers.map(\.priority) == [2, 0, 0])
        #expect(providers.map(\.isolation) == [nil, "MainActor", nil])
        #expect(providers.last?.location == place)
    }

    @Test("Scopes are listed with what they began with and what was made in them, until they are closed")
    func scopes() throws {
        center.provide((any Prices).self) { _ in Shop() }
        center.provide((any Cart).self, for: .session) { scope in
            _ = try scope.service((any Prices).self)
            return Shop()
        }
        let session = center.begin(.session) { $0.provide((any User).self, Shop()) }
        let screen = session.begin(.screen)
        #expect(center.services.made.isEmpty)
        _ = try screen.service((any Cart).self)
        let app = center.info.services
        #expect(app?.made.map(\.what) == ["Prices"])
        #expect(app?.children.map(\.lifetime) == [.session])
        #expect(app?.children.first?.providers.map(\.what) == ["User"])
        #expect(app?.children.first?.made.map(\.what) == ["Cart"])
        #expect(app?.children.first?.children.map(\.number) == [screen.info.number])
        session.close()
        #expect(center.services.children.isEmpty)
        #expect(session.info.made.isEmpty)
    }
}
