import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("Centers that follow each other")
struct NextCenterTests {
    private struct Failure: Error {}

    private let medium = MemoryMedium()
    private let clock = ManualClock()
    private let errors = Recording<StorageError>()
    private let storage: ValueStorage

    init() {
        storage = .inMemory(medium, clock: clock, errors: errors)
    }

    private static func stored(_ value: String, version: Int = 1) -> String {
        #"{"value":\#(value),"version":\#(version)}"#
    }

    /// Sets a state in a center that is released.
    private func setInEarlierCenter(_ number: Int) throws {
        let states = ObserverCenter()
        try states.keep(.count, in: storage)
        states.set(.count, to: number)
    }

    /// Keeps a state on a thread of its own.
    private func keepOnThread(
        _ center: ObserverCenter, migrating migrate: @escaping @Sendable (StoredValue) throws -> Int
    ) -> Recording<StorageError?> {
        let results = Recording<StorageError?>()
        let thread = Thread { [storage] in
            do throws(StorageError) {
                try center.keep(.count, version: 2, in: storage, migrating: migrate)
                results.append(nil)
            } catch {
                results.append(error)
            }
        }
        thread.start()
        return results
    }

    @Test("A value that was set while others were written is not replaced by the default when its center is released")
    func changeWhileWriting() async throws {
        var states: ObserverCenter? = ObserverCenter()
        try states?.keep(.count, .text, in: storage)
        states?.set(.count, to: 1)
        states?.set(.text, to: "a")
        let gate = medium.holdNextWrite(of: "count")
        await clock.advance(by: .seconds(1))
        await gate.arrival()
        states?.set(.text, to: "b")
        gate.open()
        _ = await medium.events.first(2)
        states = nil
        // The pause that began with the second change.
        await clock.advance(by: .seconds(1))
        try await storage.flush()
        #expect(medium.text("text") == Self.stored(#""b""#))
    }

    @Test("While the next center converts a value, that of the center before is written")
    func slowMigration() async throws {
        try setInEarlierCenter(6)
        let second = ObserverCenter()
        let gate = Gate()
        let results = keepOnThread(second) { old in
            gate.pass()
            return try old.decode()
        }
        await gate.arrival()
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("6"))
        gate.open()
        #expect(await results.first(1) == [nil])
        #expect(second[.count] == 6)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("6", version: 2))
    }

    @Test("A value that waits to be written outlasts a failing migration in the next center")
    func failingMigration() async throws {
        try setInEarlierCenter(5)
        try await storage.flush()
        try setInEarlierCenter(6)
        let second = ObserverCenter()
        let error = #expect(throws: StorageError.self) {
            try second.keep(.count, version: 2, in: storage) { _ in throw Failure() }
        }
        #expect(error?.reason == .unreadable)
        #expect(errors.values.isEmpty)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("6"))
        let third = ObserverCenter()
        try third.keep(.count, in: storage)
        #expect(third[.count] == 6)
    }

    @Test("A value that was set while the one before is written outlasts a failing migration in the next center")
    func failingMigrationWhileWriting() async throws {
        var states: ObserverCenter? = ObserverCenter()
        try states?.keep(.count, in: storage)
        states?.set(.count, to: 5)
        let gate = medium.holdNextWrite(of: "count")
        await clock.advance(by: .seconds(1))
        await gate.arrival()
        states?.set(.count, to: 6)
        states = nil
        #expect(throws: StorageError.self) {
            try ObserverCenter().keep(.count, version: 2, in: storage) { _ in throw Failure() }
        }
        gate.open()
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("6"))
    }

    @Test("A center that is closed while it loads a value leaves it to the next one")
    func closingWhileLoading() async throws {
        try setInEarlierCenter(6)
        let second = ObserverCenter()
        let gate = Gate()
        let results = keepOnThread(second) { old in
            gate.pass()
            return try old.decode()
        }
        await gate.arrival()
        second.close()
        let third = ObserverCenter()
        try third.keep(.count, in: storage)
        #expect(third[.count] == 6)
        gate.open()
        #expect(await results.first(1).map { $0?.reason } == [.closed])
        third.set(.count, to: 7)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("7"))
    }

    @Test("A state whose stored value cannot be set is not kept")
    func refusedValue() async throws {
        try setInEarlierCenter(6)
        try await storage.flush()
        let states = ObserverCenter(cycleLimit: 1) { _ in }
        let results = Recording<StorageError?>()
        // Two sets lead to the one that loads the value.
        let setting = states.observe(.text, options: .skipsCurrent) { [states] _ in states.set(.user, to: "x") }
        let keeping = states.observe(.user, options: .skipsCurrent) { [states, storage] _ in
            do throws(StorageError) {
                try states.keep(.count, in: storage)
                results.append(nil)
            } catch {
                results.append(error)
            }
        }
        states.set(.text, to: "x")
        #expect(results.values.count == 1)
        #expect(results.values.first??.reason == .notSet)
        setting.cancel()
        keeping.cancel()
        states.set(.count, to: 1)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("6"))
    }

    @Test("A child center's value that equals the default hides the parent's", arguments: [false, true])
    func defaultInChildCenter(isSetBefore: Bool) async throws {
        let parent = ObserverCenter()
        parent.set(.count, to: 7)
        let child = ObserverCenter(parent: parent)
        if isSetBefore { child.set(.count, to: 0) }
        try child.keep(.count, in: storage)
        if !isSetBefore { child.set(.count, to: 0) }
        try await storage.close()
        let later = ObserverCenter(parent: parent)
        try later.keep(.count, in: .inMemory(medium))
        #expect(later[.count] == 0)
    }
}
