import Dispatchers
import Testing

private protocol CurrentUser: Sendable { var name: String { get } }
private struct User: CurrentUser { let name: String }
private protocol CartService: Sendable { func add(_ item: String) }
private protocol Badge: Sendable { func show(_ text: String) }
private struct Added: Sendable { let item: String }

extension StateKeys {
    fileprivate static let total = StateKey("total", default: 0)
}

@Suite("Centers and their children") struct CentersTests {
    private final class Listener: Badge {
        let shown = Probe<String>()
        func show(_ text: String) { shown.report(text) }
    }

    /// A service that uses the centers of its lifetime.
    private final class StoredCart: CartService {
        let messages: MessageCenter
        let states: ObserverCenter

        init(_ scope: ServiceScope) throws {
            messages = try scope.service(MessageCenter.self)
            states = try scope.service(ObserverCenter.self)
        }

        func add(_ item: String) {
            states.update(.total) { $0 += 1 }
            messages.post(Added(item: item))
        }
    }

    private let app = Centers()
    private let log = Probe<String>()

    @Test("One trace records all centers, and those of their children") func trace() {
        let trace = Trace()
        trace.start()
        let app = Centers(trace: trace)
        let session = app.begin(.session)
        session.states.set(.total, to: 1)
        app.messages.post(Added(item: "lamp"))
        app.calls.dispatch((any Badge).self) { $0.show("1") }
        #expect(Set(trace.events.map(\.kind)) == [.set, .post, .call])
    }

    @Test("Messages go up, states come down, and calls and services stay in their child")
    func directions() throws {
        let session = app.begin(.session) { $0.services.provide((any CurrentUser).self, User(name: "ada")) }
        let (above, below) = (Listener(), Listener())
        app.messages.observe(Added.self, by: above) { $0.show($1.item) }
        session.messages.observe(Added.self, by: below) { $0.show($1.item) }
        session.messages.post(Added(item: "lamp"))
        app.messages.post(Added(item: "desk"))
        #expect(above.shown.values == ["lamp", "desk"])
        #expect(below.shown.values == ["lamp"])
        app.states.set(.total, to: 1)
        #expect(session.states[.total] == 1)
        session.states.set(.total, to: 2)
        #expect(app.states[.total] == 1)
        session.calls.register((any Badge).self, by: below) { $0 }
        app.calls.dispatch((any Badge).self) { $0.show("above") }
        session.calls.dispatch((any Badge).self) { $0.show("below") }
        #expect(below.shown.values == ["lamp", "below"])
        #expect(try session.calls.service((any CurrentUser).self).name == "ada")
        #expect(throws: ServiceError.self) { try app.services.service((any CurrentUser).self) }
    }

    @Test("A service of a child gets the centers of the child")
    func centersAsServices() throws {
        app.calls.provide((any CartService).self, for: .session) { try StoredCart($0) }
        let (first, second) = (app.begin(.session), app.begin(.session))
        let screen = first.begin(.screen)
        try screen.services.service((any CartService).self).add("lamp")
        #expect(first.states[.total] == 1)
        #expect(second.states[.total] == 0)
    }

    @Test("Closing ends the children, the latest first, then services, the last made first, then the centers")
    func order() throws {
        let session = app.begin(.session)
        let screens = [session.begin(.screen), session.begin(.screen)]
        let detail = screens[1].begin(ServiceLifetime("detail"))
        for child in [session, screens[0], screens[1], detail] {
            let name =
                "\(child === session ? "session" : child === screens[0] ? "first" : child === detail ? "detail" : "second")"
            for number in 1...2 {
                let lifetime: ServiceLifetime =
                    child === session ? .session : child === detail ? ServiceLifetime("detail") : .screen
                child.calls.provide((any CurrentUser).self, for: lifetime, replacing: true) { _ in
                    User(name: "\(name) \(number)")
                } closing: { [log, messages = child.messages, states = child.states] user in
                    log.report(user.name)
                    #expect(messages.post(Added(item: user.name)))
                    #expect(states.set(.total, to: states[.total] + 1))
                }
                _ = try child.services.service((any CurrentUser).self)
            }
        }
        let heard = Probe<String>()
        let observation = session.messages.observe(Added.self) { heard.report($0.item) }
        session.close()
        let expected = ["detail", "second", "first", "session"].flatMap { ["\($0) 2", "\($0) 1"] }
        #expect(log.values == expected)
        #expect(heard.values == expected)
        session.close()
        #expect(log.values.count == 8)
        observation.cancel()
        withExtendedLifetime((session, screens, detail)) {}
    }

    @Test("Nothing is left of a child that was closed, and the parent still works")
    func nothingIsLeft() throws {
        let listener = Listener()
        app.calls.provide((any CartService).self, for: .session) { try StoredCart($0) }
        weak var child: Centers?
        weak var service: StoredCart?
        do {
            let session = app.begin(.session)
            session.messages.observe(Added.self, by: listener) { $0.show($1.item) }
            session.states.observe(.total, by: listener) { $0.show("\($1.new)") }
            session.calls.register((any Badge).self, by: listener) { $0 }
            service = try session.services.service((any CartService).self) as? StoredCart
            child = session
            session.close()
            #expect(session.messages.observations.isEmpty)
            #expect(session.states.observations.isEmpty)
            #expect(session.calls.observations.isEmpty)
        }
        #expect(child == nil)
        #expect(service == nil)
        #expect(app.messages.observations.isEmpty && app.states.observations.isEmpty)
        #expect(app.messages.post(Added(item: "lamp")))
        #expect(app.states.set(.total, to: 1))
        #expect(listener.shown.values == ["0"])
    }

    @Test("Centers that are closed refuse posts, sets and lookups, and their new children are closed")
    func useAfterClose() throws {
        let session = app.begin(.session)
        session.states.set(.total, to: 3)
        app.close()
        #expect(session.isClosed)
        for child in [session, session.begin(.screen), app.begin(.session)] {
            #expect(child.isClosed)
            #expect(!child.messages.post(Added(item: "lamp")))
            #expect(!child.states.set(.total, to: 4))
            let error = #expect(throws: ServiceError.self) { try child.services.service((any CartService).self) }
            #expect(error?.reason == .closed)
        }
        #expect(session.states[.total] == 3)
    }

    @Test("A child ends when it is released, and keeps its ancestors alive")
    func release() throws {
        let ended = Probe<String>()
        var app: Centers? = Centers()
        app?.calls.provide((any CurrentUser).self, for: .screen) { _ in
            User(name: "ada")
        } closing: { _ in
            ended.report("closed")
        }
        weak let root = app
        var screen = app?.begin(.session).begin(.screen)
        _ = try screen?.services.service((any CurrentUser).self)
        app = nil
        #expect(root != nil)
        #expect(screen?.isClosed == false)
        screen = nil
        #expect(ended.values == ["closed"])
        #expect(root == nil)
    }

    @Test("The centers of a child have its name and the trace of the app")
    func names() {
        let trace = Trace()
        trace.start()
        let app = Centers(
            messages: MessageCenter(trace: trace), states: ObserverCenter(trace: trace),
            calls: ProtocolDispatcherCenter(trace: trace))
        let session = app.begin(.session, name: "visit 7")
        session.messages.post(Added(item: "lamp"))
        session.states.set(.total, to: 1)
        session.calls.dispatch((any Badge).self) { $0.show("x") }
        #expect(trace.events.map(\.scope) == ["visit 7", "visit 7", "visit 7"])
    }
}
