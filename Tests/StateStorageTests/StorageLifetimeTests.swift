import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("Lifetimes of storages")
struct StorageLifetimeTests {
    private let medium = MemoryMedium()
    private let clock = ManualClock()

    private static func write(_ number: Int) -> MemoryMedium.Event {
        .write("count", #"{"value":\#(number),"version":1}"#)
    }

    @Test("A center retains its storage, which writes and ends when the center is released")
    func releasedCenter() async throws {
        var states: ObserverCenter? = ObserverCenter()
        try states?.keep(.count, in: .inMemory(medium, clock: clock))
        states?.set(.count, to: 1)
        #expect(medium.events.values.isEmpty)
        states = nil
        #expect(await medium.events.first(2) == [Self.write(1), .close])
    }

    @Test("A center that is closed writes what was set before")
    func closedCenter() async throws {
        let states = ObserverCenter()
        let storage = ValueStorage.inMemory(medium, clock: clock)
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        states.close()
        #expect(states.set(.count, to: 2) == false)
        try await storage.flush()
        #expect(medium.events.values == [Self.write(1)])
    }

    @Test("A storage that is closed writes, and ignores later changes")
    func closedStorage() async throws {
        let states = ObserverCenter()
        let storage = ValueStorage.inMemory(medium, clock: clock)
        try states.keep(.count, in: storage)
        states.set(.count, to: 1)
        try await storage.close()
        #expect(medium.events.values == [Self.write(1), .close])
        #expect(states.observations.isEmpty)
        states.set(.count, to: 2)
        try await storage.flush()
        try await storage.close()
        #expect(medium.events.values == [Self.write(1), .close])
        let error = #expect(throws: StorageError.self) { try states.keep(.text, in: storage) }
        #expect(error?.reason == .closed)
    }

    @Test("A storage ends also if its last values cannot be written")
    func failingClose() async throws {
        let (states, errors) = (ObserverCenter(), Recording<StorageError>())
        let storage = ValueStorage.inMemory(medium, clock: clock, errors: errors)
        try states.keep(.count, in: storage)
        medium.failure = StorageError(.notWritten)
        states.set(.count, to: 1)
        await #expect(throws: StorageError.self) { try await storage.close() }
        #expect(medium.events.values == [.close])
        #expect(errors.values.map(\.reason) == [.notWritten])
    }

    @Test("A center that is closed cannot keep states")
    func keepingInClosedCenter() throws {
        let states = ObserverCenter()
        states.close()
        let storage = ValueStorage.inMemory(medium, clock: clock)
        let error = #expect(throws: StorageError.self) { try states.keep(.count, in: storage) }
        #expect(error?.reason == .closed)
        try ObserverCenter().keep(.count, in: storage)
    }

    @Test(
        "The next center has the value of one that has ended, also if it waits to be written", arguments: [false, true])
    func nextCenter(isReleased: Bool) async throws {
        let storage = ValueStorage.inMemory(medium, clock: clock)
        var first: ObserverCenter? = ObserverCenter()
        try first?.keep(.count, in: storage)
        first?.set(.count, to: 1)
        if isReleased { first = nil } else { first?.close() }
        #expect(medium.events.values.isEmpty)
        let second = ObserverCenter()
        try second.keep(.count, in: storage)
        #expect(second[.count] == 1)
        second.set(.count, to: 2)
        try await storage.flush()
        #expect(medium.events.values.last == Self.write(2))
    }

    @Test("A value of the parent is not stored, and a stored value hides it")
    func childCenter() async throws {
        let parent = ObserverCenter()
        let child = ObserverCenter(parent: parent)
        let storage = ValueStorage.inMemory(medium, clock: clock)
        try child.keep(.count, in: storage)
        parent.set(.count, to: 1)
        try await storage.flush()
        #expect(medium.events.values.isEmpty)
        child.set(.count, to: 3)
        let later = ObserverCenter(parent: parent)
        try await storage.close()
        try later.keep(.count, in: .inMemory(medium))
        parent.set(.count, to: 2)
        #expect(later[.count] == 3)
    }

    @Test("Nothing is left of a storage and its center")
    func leaks() async throws {
        weak var storage: ValueStorage?
        weak var center: ObserverCenter?
        do {
            let states = ObserverCenter()
            let kept = ValueStorage.inMemory(medium, clock: clock)
            try states.keep(.count, .text, in: kept)
            states.set(.count, to: 1)
            try await kept.flush()
            storage = kept
            center = states
        }
        #expect(storage == nil)
        #expect(center == nil)
        #expect(await medium.events.first(2).last == .close)
    }
}
