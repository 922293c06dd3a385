import Dispatchers
import DispatchersTesting
import Foundation
import StateStorage

/// A medium that notes what a storage does with it.
final class MemoryMedium: StorageMedium {
    enum Event: Hashable, Sendable {
        case write(String, String)
        case erase(String)
        case close
    }

    let events = Recording<Event>()
    private let state = Protected(State())

    private struct State: Sendable {
        var stored: [String: Data] = [:]
        var failure: StorageError?
        var syncFailure: StorageError?
        var gates: [String: Gate] = [:]
        var syncCount = 0
        var isSlow = false
    }

    /// The error of all that is written from now on.
    var failure: StorageError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    /// A Boolean value that indicates whether writing takes a while.
    var isSlow: Bool {
        get { state.withLock { $0.isSlow } }
        set { state.withLock { $0.isSlow = newValue } }
    }

    /// The error of `sync` from now on.
    var syncFailure: StorageError? {
        get { state.withLock { $0.syncFailure } }
        set { state.withLock { $0.syncFailure = newValue } }
    }

    /// The number of times that it was synced.
    var syncCount: Int { state.withLock { $0.syncCount } }

    /// Holds the thread that writes a name next.
    func holdNextWrite(of name: String) -> Gate {
        let gate = Gate()
        state.withLock { $0.gates[name] = gate }
        return gate
    }

    func text(_ name: String) -> String? {
        state.withLock { $0.stored[name] }.map { String(decoding: $0, as: UTF8.self) }
    }

    func read(_ name: String, limit: Int) throws(StorageError) -> Data? { state.withLock { $0.stored[name] } }

    func write(_ data: Data, for name: String) throws(StorageError) {
        let gate = state.withLock { $0.gates.removeValue(forKey: name) }
        gate?.pass()
        if isSlow { yieldThread() }
        if let failure { throw failure }
        state.withLock { $0.stored[name] = data }
        events.append(.write(name, String(decoding: data, as: UTF8.self)))
    }

    func erase(_ name: String) throws(StorageError) {
        let gate = state.withLock { $0.gates.removeValue(forKey: name) }
        gate?.pass()
        if isSlow { yieldThread() }
        if let failure { throw failure }
        state.withLock { $0.stored[name] = nil }
        events.append(.erase(name))
    }

    func sync() throws(StorageError) {
        if isSlow { yieldThread() }
        if let syncFailure { throw syncFailure }
        state.withLock { $0.syncCount += 1 }
    }

    /// Lets other threads run, a number of times that differs from call to call.
    private func yieldThread() {
        for _ in 0..<Int.random(in: 0...30) { sched_yield() }
    }

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
