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
}
