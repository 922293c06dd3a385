import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage
import Testing

@Suite("Keeping states")
struct KeepingTests {
    /// A value that notes whether a thread of tasks or the main thread encodes it, and the stack of that thread.
    private struct Spy: Codable, Sendable {
        static let usesThreadOfApp = Recording<Bool>()
        static let stackSizes = Recording<Int>()
        var number = 0

        func encode(to encoder: any Encoder) throws {
            Self.usesThreadOfApp.append(Thread.isMainThread || withUnsafeCurrentTask { $0 != nil })
            Self.stackSizes.append(Thread.current.stackSize)
            var container = encoder.singleValueContainer()
            try container.encode(number)
        }
    }

    private let medium = MemoryMedium()
    private let clock = ManualClock()
    private let states = ObserverCenter()
    private let errors = Recording<StorageError>()
    private let storage: ValueStorage

    init() {
        storage = .inMemory(medium, clock: clock, errors: errors)
    }

    private static func stored(_ value: String) -> String { #"{"value":\#(value),"version":1}"# }

    @Test("Changes of one pause are written once, after it")
    func merging() async throws {
        try states.keep(.count, .text, in: storage)
        for number in 1...100 { states.set(.count, to: number) }
        states.set(.text, to: "x")
        #expect(medium.events.values.isEmpty)
        await clock.advance(by: .seconds(1))
        let written = await medium.events.first(2)
        #expect(written == [.write("count", Self.stored("100")), .write("text", Self.stored(#""x""#))])
        try await storage.flush()
        #expect(medium.events.values.count == 2)
    }

    @Test("A change after a pause begins another one")
    func nextPause() async throws {
        try states.keep(.count, in: storage)
        for number in 1...3 {
            states.set(.count, to: number)
            await clock.advance(by: .seconds(1))
            #expect(await medium.events.first(number).last == .write("count", Self.stored("\(number)")))
        }
    }

    @Test("Values are encoded on the thread of the storage")
    func thread() async throws {
        let key = StateKey("spy", default: Spy())
        try states.keep(key, in: storage)
        states.set(key, to: Spy(number: 1))
        try await storage.flush()
        #expect(medium.text("spy") == Self.stored("1"))
        #expect(Set(Spy.usesThreadOfApp.values) == [false])
        // As much as a main thread has.
        #expect(Spy.stackSizes.values.last == 8_388_608)
    }

    @Test("Nothing is written until a state differs from its default, nor for a value that is stored")
    func unchangedValues() async throws {
        try states.keep(.count, in: storage)
        states.set(.count, to: 0)
        try await storage.flush()
        #expect(medium.events.values.isEmpty)
        states.set(.count, to: 1)
        try await storage.flush()
        states.set(.count, to: 1)
        try await storage.flush()
        #expect(medium.events.values == [.write("count", Self.stored("1"))])
        states.set(.count, to: 0)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("0"))
    }

    @Test("A value that was set before keep stays, and is written if none is stored")
    func earlierValue() async throws {
        states.set(.count, to: 3)
        try states.keep(.count, in: storage)
        #expect(states[.count] == 3)
        try await storage.flush()
        #expect(medium.events.values == [.write("count", Self.stored("3"))])
    }

    @Test("Observers of the main actor have the stored value when keep returns there")
    @MainActor func inlineDelivery() async throws {
        try states.keep(.count, in: storage)
        states.set(.count, to: 7)
        try await storage.close()
        let later = ObserverCenter()
        var seen: [Int] = []
        let registration = later.observe(.count) { seen.append($0.new) }
        try later.keep(.count, in: .inMemory(medium))
        #expect(seen == [0, 7])
        registration.cancel()
    }

    @Test("The medium is synced if something was written, and again if that failed")
    func syncing() async throws {
        try states.keep(.count, in: storage)
        try await storage.flush()
        try await storage.flush()
        #expect(medium.syncCount == 0)
        states.set(.count, to: 1)
        try await storage.flush()
        try await storage.flush()
        #expect(medium.syncCount == 1)
        medium.syncFailure = Self.diskIsFull
        states.set(.count, to: 2)
        await #expect(throws: StorageError.self) { try await storage.flush() }
        medium.syncFailure = nil
        try await storage.flush()
        #expect(medium.syncCount == 2)
    }

    @Test("A value that cannot be written is reported, and written with the next change of any state")
    func retrying() async throws {
        try states.keep(.count, .text, in: storage)
        medium.failure = Self.diskIsFull
        states.set(.count, to: 1)
        await clock.advance(by: .seconds(1))
        #expect(await errors.first(1).map(\.state) == ["count"])
        medium.failure = nil
        states.set(.text, to: "x")
        await clock.advance(by: .seconds(1))
        #expect(
            Set(await medium.events.first(2)) == [
                .write("count", Self.stored("1")), .write("text", Self.stored(#""x""#)),
            ])
    }

    @Test("Flush throws while a value cannot be written, each time, and not after it was")
    func failingFlush() async throws {
        try states.keep(.count, in: storage)
        medium.failure = Self.diskIsFull
        states.set(.count, to: 1)
        for _ in 1...2 {
            let error = await #expect(throws: StorageError.self) { try await storage.flush() }
            #expect(error?.reason == .notWritten)
            #expect(error?.state == "count")
        }
        medium.failure = nil
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("1"))
    }

    @Test("Flush writes a change whose observers another thread is yet to call")
    func undeliveredChange() async throws {
        let (isHeld, isReleased) = (Recording<Void>(), DispatchSemaphore(value: 0))
        try states.keep(.count, in: storage)
        // What was set so far is written, so that only the change below is.
        try await storage.flush()
        let holding = states.observe(.count, options: .skipsCurrent, priority: 1) { change in
            guard change.new == 1 else { return }
            isHeld.append(())
            isReleased.wait()
        }
        let thread = Thread { [states] in states.set(.count, to: 1) }
        thread.start()
        _ = await isHeld.first(1)
        states.set(.count, to: 2)
        try await storage.flush()
        #expect(medium.text("count") == Self.stored("2"))
        isReleased.signal()
        holding.cancel()
    }

    @Test("A state whose value cannot be read is not kept if the value cannot be moved")
    func immovableValue() async throws {
        try states.keep(.text, in: storage)
        states.set(.text, to: "precious")
        try await storage.close()
        medium.failure = Self.diskIsFull
        let other = StateKey("text", default: 0)
        let error = #expect(throws: StorageError.self) { try ObserverCenter().keep(other, in: .inMemory(medium)) }
        #expect(error?.reason == .unreadable)
        #expect(medium.text("text") == Self.stored(#""precious""#))
    }

    @Test(
        "A name that no file can have is refused",
        arguments: [
            "", ".", "..", "../x", "a/b", ".lock", "-x", "_x", "ä", "a b", "a\u{0}", String(repeating: "x", count: 101),
        ])
    func invalidNames(name: String) {
        let error = #expect(throws: StorageError.self) {
            try states.keep(.count, StateKey(name, default: 0), in: storage)
        }
        #expect(error?.reason == .invalidName)
        // None was kept.
        #expect(throws: Never.self) { try states.keep(.count, in: storage) }
    }

    @Test("Two states of one name are refused, also in another center and another case")
    func takenNames() throws {
        let (lower, upper) = (StateKey("total", default: 0), StateKey("Total", default: 0))
        #expect(throws: StorageError.self) { try states.keep(lower, upper, in: storage) }
        try states.keep(lower, in: storage)
        let line = #line - 1
        for (center, key) in [(states, lower), (states, upper), (ObserverCenter(), lower)] {
            let error = #expect(throws: StorageError.self) { try center.keep(key, in: storage) }
            #expect(error?.reason == .nameTaken)
            #expect(error?.description.contains("\(#fileID):\(line)") == true)
        }
    }

    private static let diskIsFull = StorageError(.notWritten, "the disk is full")
}
