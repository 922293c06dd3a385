import Dispatchers
import Testing

@Suite("Seeds of scopes and replaced services") struct ServiceSeedTests {
    private protocol User: Sendable { var name: String { get } }
    private protocol Cart: Sendable { var owner: String { get } }

    private final class Person: User {
        let name: String
        init(_ name: String) { self.name = name }
    }

    private struct Basket: Cart { let owner: String }

    private let center = ProtocolDispatcherCenter()

    private func begin(_ name: String, in scope: ServiceScope? = nil) -> ServiceScope {
        if let scope { return scope.begin(.screen) { $0.provide((any User).self, Person(name)) } }
        return center.begin(.session) { $0.provide((any User).self, Person(name)) }
    }

    @Test("Providers and callers receive the seed of their own scope") func seeds() throws {
        center.provide((any Cart).self, for: .session) { scope in
            Basket(owner: try scope.service((any User).self).name)
        }
        let (ada, bob) = (begin("ada"), begin("bob"))
        #expect(try ada.service((any User).self).name == "ada")
        #expect(try ada.service((any Cart).self).owner == "ada")
        #expect(try bob.begin(.screen).service((any Cart).self).owner == "bob")
        #expect(throws: ServiceError.self) { try center.service((any User).self) }
    }

    @Test("A seed precedes the center's provider, and the innermost scope's seed precedes outer seeds")
    func nearest() throws {
        center.provide((any User).self) { _ in Person("everybody") }
        let session = begin("ada")
        let screen = begin("bob", in: session)
        #expect(try center.service((any User).self).name == "everybody")
        #expect(try session.service((any User).self).name == "ada")
        #expect(try screen.service((any User).self).name == "bob")
        #expect(try screen.services((any User).self).map(\.name) == ["bob", "ada", "everybody"])
    }

    @Test("A seed provided later is returned from then on, also in scopes that have already looked it up")
    func later() throws {
        let session = begin("ada")
        let screen = session.begin(.screen)
        #expect(try screen.service((any User).self).name == "ada")
        session.provide((any User).self, Person("bob"))
        #expect(try screen.service((any User).self).name == "bob")
    }

    @Test("The seed of a scope is not available to services that live longer") func longerLived() {
        center.provide((any Cart).self) { scope in Basket(owner: try scope.service((any User).self).name) }
        let error = #expect(throws: ServiceError.self) { try begin("ada").service((any Cart).self) }
        #expect(error?.reason == .missing)
    }

    @Test("A scope keeps its seed alive until it is closed, and a closed scope fails lookups") func released() throws {
        weak var person: Person?
        let session: ServiceScope
        do {
            let ada = Person("ada")
            person = ada
            session = center.begin(.session) { $0.provide((any User).self, ada) }
        }
        #expect(person != nil)
        session.close()
        #expect(person == nil)
        let error = #expect(throws: ServiceError.self) { try session.service((any User).self) }
        #expect(error?.reason == .closed)
    }

    @Test("A replacing provider is used from then on, and earlier services live until their scope closes")
    func replaces() throws {
        let closed = Probe<String>()
        for name in ["one", "two"] {
            center.provide((any User).self) { _ in
                Person(name)
            } closing: {
                closed.report($0.name)
            }
        }
        let before = try center.services((any User).self)
        center.provide((any User).self, replacing: true) { _ in
            Person("fake")
        } closing: {
            closed.report($0.name)
        }
        #expect(try center.service((any User).self).name == "fake")
        #expect(try center.services((any User).self).map(\.name) == ["fake"])
        #expect(before.map(\.name) == ["one", "two"])
        #expect(closed.values.isEmpty)
        center.close()
        #expect(closed.values == ["fake", "two", "one"])
    }

    @Test("A lookup during concurrent replacements always returns a service") func replacesBeside() async {
        center.provide((any User).self) { _ in Person("first") }
        await withTaskGroup { group in
            group.addTask { [center] in
                for round in 0..<500 { center.provide((any User).self, replacing: true) { _ in Person("\(round)") } }
            }
            for _ in 0..<2 {
                group.addTask { [center] in
                    for _ in 0..<500 {
                        let user = try? center.service((any User).self)
                        #expect(user != nil)
                    }
                }
            }
        }
    }

    @Test("The trace event of a seed has the seed's source location") func locations() throws {
        let trace = Trace()
        let traced = ProtocolDispatcherCenter(trace: trace)
        trace.start()
        let line = #line + 1
        let scope = traced.begin(.session) { $0.provide((any SessionCart).self, StoredCart(name: "seed")) }
        _ = try scope.service((any SessionCart).self)
        #expect(trace.events.last?.receiver == SourceLocation(line: line))
        scope.close()
    }

    private protocol SessionCart: Sendable { var name: String { get } }
    private struct StoredCart: SessionCart { let name: String }

    @Test("The provider of one session may look up the service of another session") func services() throws {
        let center = ProtocolDispatcherCenter()
        let guest = Slot<ServiceScope>()
        center.provide((any SessionCart).self, for: .session) { _ in
            guard let scope = guest.value else { return StoredCart(name: "guest") }
            guest.value = nil
            return StoredCart(name: "user of " + (try scope.service((any SessionCart).self).name))
        }
        let first = center.begin(.session)
        guest.value = first
        let second = center.begin(.session)
        #expect(try second.service((any SessionCart).self).name == "user of guest")
        withExtendedLifetime((first, second)) {}
    }
}
