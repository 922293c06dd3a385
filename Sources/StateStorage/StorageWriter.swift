import Dispatchers
import Foundation

/// The part of a storage that writes: it carries out what a `WriteSchedule` decides.
///
/// The medium is called on a thread of its own, which exists while there is something to write.
package final class StorageWriter: Sendable {
    /// A caller of `flush` that waits.
    typealias Waiter = CheckedContinuation<StorageError?, Never>

    struct State: Sendable {
        var schedule = WriteSchedule<Waiter>()

        /// The states that are written, by their identifiers.
        var kept: [String: any KeptState] = [:]

        /// The states whose values are being loaded.
        ///
        /// Until that is done, those of earlier centers are written.
        var loading: [String: any KeptState] = [:]
        /// The names whose stored values are being erased, by their identifiers.
        var erasing: [String: String] = [:]
        var pause: Task<Void, Never>?

        /// A Boolean value that indicates whether the medium was written since it was last synced.
        var needsSync = false

        /// Returns the state that has a name now.
        func user(of id: String) -> (any KeptState)? { loading[id] ?? kept[id] }

        func isLoading(_ state: any KeptState) -> Bool { loading[state.id] === state }
    }

    let medium: any StorageMedium
    let terms: StorageTerms
    let state = Protected(State())

    init(to medium: any StorageMedium, _ terms: StorageTerms) {
        precondition(terms.pause >= .zero, "a pause of \(terms.pause) cannot be made")
        precondition(terms.limit > 0, "no value takes \(terms.limit) bytes")
        self.medium = medium
        self.terms = terms
    }

    /// Notes that a state was changed.
    func noteChange(of id: String) {
        perform(state.withLock { $0.schedule.change(id) })
    }

    /// Writes what was set before, and waits for that.
    ///
    /// - Parameter isLast: `true` if the storage ends after this write.
    /// - Returns: The first error.
    func flush(isLast: Bool = false) async -> StorageError? {
        let (kept, erasing) = state.withLock { ($0.kept, $0.erasing) }
        let undelivered = Set(kept.values.filter(\.hasUndeliveredChanges).map(\.id)).union(erasing.keys)
        return await withCheckedContinuation { waiter in
            let step: WriteSchedule<Waiter>.Step? = state.withLock { state in
                if state.schedule.isEnded { return nil }
                return state.schedule.flush(undelivered, for: waiter, isLast: isLast)
            }
            if let step { perform(step) } else { waiter.resume(returning: nil) }
        }
    }

    /// Erases stored values, and waits for that.
    ///
    /// States that are kept under these names get their defaults.
    ///
    /// - Returns: The first error.
    func erase(_ names: [String], on isolation: isolated (any Actor)?) async -> StorageError? {
        let kept: [any KeptState]? = state.withLock { state in
            if state.schedule.isClosing { return nil }
            for name in names { state.erasing[StateName.id(name)] = name }
            return names.compactMap { state.kept[StateName.id($0)] }
        }
        guard let kept else { return StorageError(.closed) }
        for state in kept { state.erase(on: isolation) }
        return await flush()
    }

    /// Ends the observation of all states.
    func endObserving() {
        let kept = state.withLock { $0.kept }
        for state in kept.values { state.end() }
    }

    /// Writes what was set before, without waiting for that, and ends.
    func close() {
        perform(state.withLock { $0.schedule.flush(for: nil, isLast: true) })
    }
}

extension StorageWriter {
    private func perform(_ step: WriteSchedule<Waiter>.Step) {
        switch step {
        case .rest: break
        case .pause(let number): pause(number)
        case .write(let ids): startWriting(ids)
        case .end: medium.close()
        }
    }

    private func pause(_ number: Int) {
        let pause = Task.detached(name: "pause before states are stored") { [self] in
            try? await terms.clock.sleep(for: terms.pause)
            perform(state.withLock { $0.schedule.endPause(number) })
        }
        state.withLock { $0.pause = pause }
    }

    /// The stack of the thread that writes: that of a main thread, since nested values are encoded on it.
    private static let stackSize = 8_388_608

    /// Writes states on a thread of its own: files block the thread that writes them.
    private func startWriting(_ ids: Set<String>) {
        let pause = state.withLock { $0.pause.take() }
        pause?.cancel()
        if ids.isEmpty { return endWriting([:]) }
        let thread = Thread { [self] in endWriting(write(ids)) }
        thread.stackSize = Self.stackSize
        thread.start()
    }

    /// Writes states.
    ///
    /// - Returns: The errors of those that could not be written.
    private func write(_ ids: Set<String>) -> [String: StorageError] {
        var failures = erase(ids)
        let kept = state.withLock { $0.kept }
        var written = write(ids.filter { failures[$0] == nil }.sorted().compactMap { kept[$0] }, &failures)
        if let path = medium.takeReplacement() {
            terms.onError(StorageError(.folderReplaced, path))
            written += write(kept.values.filter { !ids.contains($0.id) }, &failures)
        }
        do throws(StorageError) {
            try sync()
            for state in written { state.release() }
        } catch {
            for state in written { failures[state.id] = error.naming(state.name) }
        }
        return failures
    }

    /// Writes states one after the other.
    ///
    /// - Returns: Those that were written, or stored already.
    private func write(_ states: [any KeptState], _ failures: inout [String: StorageError]) -> [any KeptState] {
        var written: [any KeptState] = []
        for state in states {
            do throws(StorageError) {
                try write(state)
                written.append(state)
            } catch {
                failures[state.id] = error.naming(state.name)
            }
        }
        return written
    }

    /// Erases the stored values of those states for which that was asked.
    ///
    /// - Returns: The errors of those that could not be erased.
    private func erase(_ ids: Set<String>) -> [String: StorageError] {
        var failures: [String: StorageError] = [:]
        for (id, name) in state.withLock({ $0.erasing }) where ids.contains(id) {
            do throws(StorageError) {
                try medium.erase(name)
                state.withLock { state in
                    state.erasing[id] = nil
                    state.needsSync = true
                }
            } catch {
                failures[id] = error.naming(name)
            }
        }
        return failures
    }

    /// Writes a state, unless its value is stored already.
    private func write(_ state: any KeptState) throws(StorageError) {
        guard let data = try unsavedData(of: state) else { return }
        if data.count > terms.limit {
            throw StorageError(.tooLarge, "\(data.count) bytes instead of \(terms.limit)")
        }
        try medium.write(data, for: state.name)
        self.state.withLock { $0.needsSync = true }
    }

    /// Syncs the medium, if it was written since.
    private func sync() throws(StorageError) {
        guard state.withLock({ $0.needsSync }) else { return }
        try medium.sync()
        state.withLock { $0.needsSync = false }
    }

    /// Returns the bytes of a state; `nil` if its value is stored already.
    private func unsavedData(of state: any KeptState) throws(StorageError) -> Data? {
        do {
            guard let data = try state.encodeToStore() else { return nil }
            return try isKnown(data, of: state) ? nil : data
        } catch {
            throw StorageError(.notEncoded, "\(error)")
        }
    }

    /// Returns whether bytes are stored, or are those of the default while nothing is stored.
    private func isKnown(_ data: Data, of state: any KeptState) throws -> Bool {
        let stored: Data?
        do throws(StorageError) {
            stored = try medium.read(state.name, limit: terms.limit)
        } catch {
            // A file that cannot be read is written again.
            return false
        }
        return try data == stored ?? state.encodeDefault()
    }

    /// Reports what could not be written, resumes those that wait, and takes the next step.
    private func endWriting(_ failures: [String: StorageError]) {
        let errors = failures.sorted { $0.key < $1.key }.map(\.value)
        for error in errors { terms.onError(error) }
        let (next, served) = state.withLock { $0.schedule.endWriting(failures: Set(failures.keys)) }
        // First the step: callers of `close` may open the folder again.
        perform(next)
        for waiter in served { waiter.resume(returning: errors.first) }
    }
}

/// The terms on which a storage writes.
struct StorageTerms: Sendable {
    /// The time from a change to the writing of it.
    let pause: Duration

    /// The largest number of bytes of a value.
    let limit: Int

    /// The clock of the pause.
    let clock: any Clock<Duration>

    /// Called with each value that cannot be read or written.
    let onError: @Sendable (StorageError) -> Void
}
