import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("Erasing stored values")
struct ErasingTests {
    private let medium = MemoryMedium()
    private let errors = Recording<StorageError>()
    private let storage: ValueStorage
    private let states = ObserverCenter()

    init() {
        storage = .inMemory(medium, errors: errors)
    }

    private static func stored(_ value: String) -> String { #"{"value":\#(value),"version":1}"# }

    @Test("A state that is reset has its default, which is stored") func resetting() async throws {
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        try await storage.flush()
        #expect(states.reset(.count))
        #expect(states[.count] == 0)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("0"))
    }

    @Test("An erased state has its default, and nothing is stored until it is set again") func erasing() async throws {
        try states.keep(.count, .text, in: storage)
        states.set(.count, to: 1)
        states.set(.text, to: "a")
        try await storage.flush()
        let seen = Recording<Int>()
        let observation = states.observe(.count, options: .skipsCurrent) { seen.append($0.new) }
        try await storage.erase(.count)
        #expect(states[.count] == 0 && seen.values == [0])
        #expect(medium.text("count") == nil)
        #expect(medium.text("text") == Self.stored(#""a""#))
        try await storage.flush()
        #expect(medium.text("count") == nil)
        states.set(.count, to: 2)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("2"))
        states.set(.count, to: 0)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("0"))
        observation.cancel()
    }

    @Test("A change that waits, or is being written, is erased as well", arguments: [false, true])
    func pendingChange(isBeingWritten: Bool) async throws {
        let clock = ManualClock()
        let storage = ValueStorage.inMemory(medium, clock: clock)
        try states.keep(.count, in: storage)
        let gate = medium.holdNextWrite(of: "count")
        states.set(.count, to: 1)
        if isBeingWritten {
            await clock.advance(by: .seconds(1))
            await gate.arrival()
        } else {
            gate.open()
        }
        async let erased: Void = storage.erase(.count)
        if isBeingWritten { gate.open() }
        try await erased
        #expect(medium.text("count") == nil)
        #expect(states[.count] == 0)
    }

    @Test("A value that is set after erase began is stored") func laterValue() async throws {
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        try await storage.flush()
        let gate = medium.holdNextWrite(of: "count")
        async let erased: Void = storage.erase(.count)
        await gate.arrival()
        states.set(.count, to: 2)
        gate.open()
        try await erased
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("2"))
    }

    @Test("The value of a center that has ended is erased, and the next begins with the default", arguments: [0, 1, 2])
    func endedCenter(form: Int) async throws {
        var session: ObserverCenter? = ObserverCenter(parent: states)
        try session?.keep(.count, in: storage)
        session?.set(.count, to: 1)
        switch form {
        case 0: try await storage.flush()
        case 1: session?.close()
        default: session = nil
        }
        try await storage.erase(.count)
        #expect(medium.text("count") == nil)
        if form == 0 { session?.close() }
        try await storage.flush()
        let next = ObserverCenter(parent: states)
        try next.keep(.count, in: storage)
        #expect(next[.count] == 0)
        try await storage.close()
        #expect(medium.text("count") == nil)
        withExtendedLifetime(session) {}
    }

    @Test("A center that begins while a value is being erased does not load it") func nextCenter() async throws {
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        try await storage.flush()
        states.close()
        let gate = medium.holdNextWrite(of: "count")
        async let erased: Void = storage.erase(.count)
        await gate.arrival()
        let next = ObserverCenter()
        try next.keep(.count, in: storage)
        #expect(next[.count] == 0)
        gate.open()
        try await erased
        try await storage.flush()
        #expect(medium.text("count") == nil)
    }

    @Test("A value that cannot be erased is reported and thrown, and erased with the next flush") func failure()
        async throws
    {
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        try await storage.flush()
        medium.failure = StorageError(.notErased, "no permission")
        let error = await #expect(throws: StorageError.self) { try await storage.erase(.count) }
        #expect(error?.reason == .notErased && error?.state == "count")
        #expect(errors.values.map(\.reason) == [.notErased])
        #expect(medium.text("count") == Self.stored("1"))
        medium.failure = nil
        try await storage.flush()
        #expect(medium.text("count") == nil)
    }

    @Test("A name that no state can have is refused, and so is a storage that was closed") func refusals() async throws
    {
        let name = await #expect(throws: StorageError.self) { try await storage.erase(StateKey("../x", default: 0)) }
        #expect(name?.reason == .invalidName)
        try await storage.close()
        let closed = await #expect(throws: StorageError.self) { try await storage.erase(.count) }
        #expect(closed?.reason == .closed)
    }

    @Test("No file of an erased state is left, also none that was moved aside, or left by a killed process")
    func files() async throws {
        let folder = TemporaryFolder()
        for name in ["count.json", ".count.json.new", "count.json.unreadable-1", "count.json.unreadable-9"] {
            try folder.write("secret", to: name)
        }
        try folder.write(Self.stored("2"), to: "counter.json")
        let storage = try FileStorage(folder.url)
        try await storage.erase(.count)
        #expect(folder.names == ["counter.json"])
        try states.keep(.count, in: storage)
        states.set(.count, to: 3)
        try await storage.flush()
        #expect(folder.text("count.json") == Self.stored("3"))
        try await storage.erase(.count)
        #expect(folder.names == ["counter.json"])
        try await storage.close()
    }

    @Test("No entry of an erased state is left in the user's defaults") func defaults() async throws {
        let suite = "erasing-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.set(Data("secret".utf8), forKey: "state.count")
        defaults.set(Data("secret".utf8), forKey: "state.count!unreadable")
        let storage = UserDefaultsStorage(defaults)
        try await storage.erase(.count)
        #expect(defaults.object(forKey: "state.count") == nil)
        #expect(defaults.object(forKey: "state.count!unreadable") == nil)
        try await storage.close()
    }
}
