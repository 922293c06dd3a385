import Dispatchers
import Testing

@Suite("Listed states") struct StateInfoTests {
    private let trace = Trace()
    private let center: ObserverCenter

    init() { center = ObserverCenter(name: "app", trace: trace) }

    @Test("States are listed by name, with type, value and the number of observers of the state and its parts")
    func lists() throws {
        let observers = [
            center.observe(.basket[\.total]) { _ in }, center.observe(.basket) { _ in },
            center.observe(.volume) { _ in },
        ]
        center.set(.volume, to: 7)
        let states = center.states
        #expect(states.map(\.name) == ["basket", "volume"])
        #expect(states.map(\.type) == ["Basket", "Int"])
        #expect(states.last?.value as? Int == 7)
        #expect(states.map(\.observerCount) == [2, 1])
        #expect(states.allSatisfy { !$0.isInherited })
        #expect(states.last?.description == "volume: 7")
        withExtendedLifetime(observers) {}
    }

    @Test("The place of the last set is listed if the trace was on", arguments: [false, true])
    func lastSet(isUpdate: Bool) throws {
        center.set(.volume, to: 1)
        #expect(center.states.map(\.lastSet) == [nil])
        trace.start()
        let place = SourceLocation(line: #line + 1)
        if isUpdate { center.update(.volume) { $0 += 1 } } else { center.set(.volume, to: 2) }
        #expect(center.states.map(\.lastSet) == [place])
        trace.stop()
        center.set(.volume, to: 3)
        #expect(center.states.map(\.lastSet) == [place])
    }

    @Test("The last set of an inherited state is that of the parent, as long as it is inherited")
    func inheritedLastSet() {
        let visit = ObserverCenter(parent: center, name: "visit")
        trace.start()
        center.set(.volume, to: 1)
        let observer = visit.observe(.volume) { _ in }
        #expect(visit.states.map(\.lastSet) == [SourceLocation(line: #line - 2)])
        center.set(.volume, to: 2)
        #expect(visit.states.map(\.lastSet) == [SourceLocation(line: #line - 1)])
        visit.set(.volume, to: 3)
        #expect(visit.states.map(\.lastSet) == [SourceLocation(line: #line - 1)])
        center.set(.volume, to: 4)
        #expect(visit.states.map(\.lastSet) == [SourceLocation(line: #line - 3)])
        withExtendedLifetime(observer) {}
    }

    @Test("A state that was set before the trace began has no last set in a child center, either")
    func inheritedWithoutLastSet() {
        let visit = ObserverCenter(parent: center, name: "visit")
        center.set(.volume, to: 1)
        trace.start()
        let observer = visit.observe(.volume) { _ in }
        #expect(visit.states.map(\.lastSet) == [nil])
        withExtendedLifetime(observer) {}
    }

    @Test("A state that was not set in a center has the value of the parent there") func inherited() throws {
        let visit = ObserverCenter(parent: center, name: "visit")
        let observer = visit.observe(.volume) { _ in }
        center.set(.volume, to: 8)
        #expect(visit.states.map(\.isInherited) == [true])
        #expect(visit.states.first?.value as? Int == 8)
        #expect(center.states.map(\.observerCount) == [0])
        visit.set(.volume, to: 9)
        #expect(visit.states.map(\.isInherited) == [false])
        #expect(visit.states.first?.value as? Int == 9)
        withExtendedLifetime(observer) {}
    }

    @Test("A state that is being updated is listed without its value") func updating() {
        center.update(.volume) { volume in
            volume = 6
            #expect(center.states.map { $0.value == nil } == [true])
        }
        #expect(center.states.first?.value as? Int == 6)
    }

    @Test("Observations of parts are listed with the names of the parts") func parts() {
        let observer = center.observe(.basket[\.total]) { _ in }
        #expect(center.observations.map(\.what) == ["basket.total"])
        withExtendedLifetime(observer) {}
    }
}
