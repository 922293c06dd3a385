import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage

/// A medium that notes what a storage does with it.
final class MemoryMedium: StorageMedium {
    enum Event: Hashable, Sendable {
        case write(String, String)
        case close
    }

    let events = Recording<Event>()
    private let state = Protected(State())

    private struct State: Sendable {
        var stored: [String: Data] = [:]
        var failure: StorageError?
    }

    /// The error of all that is written from now on.
    var failure: StorageError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    func text(_ name: String) -> String? {
        state.withLock { $0.stored[name] }.map { String(decoding: $0, as: UTF8.self) }
    }

    func read(_ name: String, limit: Int) throws(StorageError) -> Data? { state.withLock { $0.stored[name] } }

    func write(_ data: Data, for name: String) throws(StorageError) {
        if let failure { throw failure }
        state.withLock { $0.stored[name] = data }
        events.append(.write(name, String(decoding: data, as: UTF8.self)))
    }

    func sync() throws(StorageError) {}

    func setAside(_ name: String) throws(StorageError) -> String {
        if let failure { throw failure }
        state.withLock { $0.stored[name] = nil }
        return "aside"
    }

    func close() { events.append(.close) }
}

extension ValueStorage {
    /// Creates a storage in memory.
    static func inMemory(
        _ medium: MemoryMedium, clock: ManualClock = ManualClock(), errors: Recording<StorageError> = Recording()
    ) -> ValueStorage {
        ValueStorage(medium, pause: .seconds(1), limit: 1_000, clock: clock) { errors.append($0) }
    }
}
