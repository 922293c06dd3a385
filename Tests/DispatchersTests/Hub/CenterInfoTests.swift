import Dispatchers
import Testing

@Suite("Snapshots of centers") struct CenterInfoTests {
    private struct Ping: Sendable, Equatable { let number: Int }

    @Test("A snapshot has the observations and retained messages of a center and of those inside it") func messages() {
        let app = MessageCenter(name: "app")
        let visits = [MessageCenter(parent: app, name: "visit 2"), MessageCenter(parent: app, name: "visit 1")]
        let observer = visits[0].observe(Ping.self) { _ in }
        app.retain(last: 2, of: Ping.self)
        for number in 1...3 { app.post(Ping(number: number)) }
        let info = app.info
        #expect(info.name == "app")
        #expect(info.retained.map(\.what) == ["Ping"])
        #expect(info.retained.map(\.limit) == [2])
        #expect(info.retained.first?.messages as? [Ping] == [Ping(number: 2), Ping(number: 3)])
        #expect(info.children.map(\.name) == ["visit 1", "visit 2"])
        #expect(info.children.map(\.observations.count) == [0, 1])
        withExtendedLifetime((visits, observer)) {}
    }

    @Test("A type of which no messages are retained any more is not listed") func nothingRetained() {
        let app = MessageCenter()
        app.retain(last: 1, of: Ping.self)
        app.retain(last: 0, of: Ping.self)
        app.post(Ping(number: 1))
        #expect(app.info.retained.isEmpty)
    }

    @Test("A closed center is not listed among those inside another one") func closed() {
        let app = ObserverCenter(name: "app")
        let visit = ObserverCenter(parent: app, name: "visit")
        visit.set(.volume, to: 3)
        #expect(app.info.children.map(\.states).map { $0.map(\.name) } == [["volume"]])
        visit.close()
        #expect(app.info.children.isEmpty)
    }

    @Test("The observers by which states follow those of a parent are not listed") func followers() {
        let app = ObserverCenter()
        let visit = ObserverCenter(parent: app)
        let observer = visit.observe(.volume) { _ in }
        #expect(app.info.observations.isEmpty)
        #expect(app.info.children.map(\.observations.count) == [1])
        withExtendedLifetime((visit, observer)) {}
    }
}
