import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("States that a center inside another one sets")
struct InnerCenterTests {
    private let medium = MemoryMedium()
    private let errors = Recording<StorageError>()
    private let storage: ValueStorage
    private let app = ObserverCenter(name: "app")

    init() {
        storage = .inMemory(medium, errors: errors)
    }

    private static func text(setAt set: Int, keptAt kept: Int, in center: String = "the center “session”") -> String {
        "the state “count”: a value is not stored, since a center inside the one that keeps the state has it: set at "
            + "\(#fileID):\(set) in \(center), and kept at \(#fileID):\(kept) in one around it; set it in that one, or keep it in "
            + "\(center) instead"
    }

    @Test("A set in a center inside the one that keeps the state is reported once, with both lines and the remedy")
    func innerSet() async throws {
        try app.keep(.count, in: storage)
        let kept = #line - 1
        for number in 1...3 {
            let session = ObserverCenter(parent: app, name: "session")
            session.set(.count, to: number)
            session.set(.count, to: number)
        }
        #expect(errors.values.map { "\($0)" } == [Self.text(setAt: #line - 3, keptAt: kept)])
        #expect(errors.values.first?.reason == .setInside)
        #expect(errors.values.first?.keptAt?.line == kept)
        #expect(errors.values.first?.setAt?.line == #line - 6)
        try await storage.flush()
        #expect(medium.events.values.isEmpty)
    }

    @Test("An update, a part, a binding and a set two centers further in are reported as well", arguments: 0..<4)
    @MainActor func otherSets(form: Int) throws {
        try app.keep(.count, in: storage)
        let session = ObserverCenter(parent: ObserverCenter(parent: app), name: "session")
        switch form {
        case 0: session.update(.count) { $0 = 1 }
        case 1: session[.count] = 1
        case 2: session.set(.count[\.self], to: 1)
        default: session.observed(.count).value = 1
        }
        #expect(errors.values.map(\.reason) == [.setInside])
    }

    @Test("A set that was made before keep is reported by keep") func earlierSet() throws {
        let session = ObserverCenter(parent: app)
        session.set(.count, to: 1)
        try app.keep(.count, in: storage)
        #expect(errors.values.map { "\($0)" } == [Self.text(setAt: #line - 2, keptAt: #line - 1, in: "a center")])
    }

    @Test("Nothing is reported if the inner center keeps the state, if it is unrelated, or after the storage is closed")
    func rightWays() async throws {
        let other = MemoryMedium()
        try app.keep(.text, .count, in: storage)
        let session = ObserverCenter(parent: app)
        try session.keep(.count, in: .inMemory(other, errors: errors))
        session.set(.count, to: 1)
        app.set(.count, to: 2)
        ObserverCenter(parent: app).set(.user, to: "Ada")
        ObserverCenter().set(.text, to: "a")
        try await storage.close()
        ObserverCenter(parent: app).set(.text, to: "a")
        #expect(errors.values.isEmpty)
    }

    @Test("Inside a page of a session that keeps the state, the session is named") func nearestKeeper() throws {
        try app.keep(.count, in: storage)
        let session = ObserverCenter(parent: app)
        let sessionErrors = Recording<StorageError>()
        try session.keep(.count, in: .inMemory(MemoryMedium(), errors: sessionErrors))
        let page = ObserverCenter(parent: session)
        page.set(.count, to: 1)
        #expect(errors.values.isEmpty)
        #expect(sessionErrors.values.first?.keptAt?.line == #line - 4)
    }

    @Test("A set inside an update of another state is reported after the update") func inUpdate() throws {
        try app.keep(.count, in: storage)
        let session = ObserverCenter(parent: app)
        app.update(.text) { text in
            session.set(.count, to: 1)
            #expect(errors.values.isEmpty)
            text = "a"
        }
        #expect(errors.values.count == 1)
    }

    @Test("A state of a center is kept by one storage: a second one is refused with the line of the first")
    func keptTwice() async throws {
        try app.keep(.count, in: storage)
        let line = #line - 1
        let second = ValueStorage.inMemory(MemoryMedium())
        let error = #expect(throws: StorageError.self) { try app.keep(.count, in: second) }
        #expect(error?.reason == .keptElsewhere)
        let text = "another storage keeps the state of this center: keep it in one, as at \(#fileID):\(line)"
        #expect(error?.description == "the state “count”: " + text)
        app.set(.count, to: 1)
        try await storage.close()
        #expect(medium.text("count") == #"{"value":1,"version":1}"#)
        try app.keep(.count, in: second)
    }
}
