import Dispatchers
import Foundation

/// The part of a storage that writes: it carries out what a `WriteSchedule` decides.
///
/// The medium is called on a thread of its own, which exists while there is something to write.
package final class StorageWriter: Sendable {
    /// A caller of `flush` that waits.
    private typealias Waiter = CheckedContinuation<StorageError?, Never>

    private struct State: Sendable {
        var schedule = WriteSchedule<Waiter>()

        /// The states by their identifiers.
        var kept: [String: any KeptState] = [:]
        var pause: Task<Void, Never>?
    }

    private let medium: any StorageMedium
    private let terms: StorageTerms
    private let state = Protected(State())

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
    /// - Parameter isLast: Whether the storage ends then.
    /// - Returns: The first error.
    func flush(isLast: Bool = false) async -> StorageError? {
        let kept = state.withLock { $0.kept }
        let undelivered = Set(kept.values.filter(\.hasUndeliveredChanges).map(\.id))
        return await withCheckedContinuation { waiter in
            let step: WriteSchedule<Waiter>.Step? = state.withLock { state in
                if state.schedule.isEnded { return nil }
                return state.schedule.flush(undelivered, for: waiter, isLast: isLast)
            }
            if let step { perform(step) } else { waiter.resume(returning: nil) }
        }
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

// Keeping.
extension StorageWriter {
    /// Begins to keep states, all or none.
    func keep(
        _ states: [any KeptState], in storage: ValueStorage, on isolation: isolated (any Actor)?
    ) throws(StorageError) {
        let earlier = try claim(states)
        do throws(StorageError) {
            for state in states { try load(state, after: earlier[state.id]) }
            for state in states { try state.begin(in: storage, on: isolation) }
        } catch {
            for state in states { state.end() }
            disclaim(states, earlier)
            throw error
        }
    }

    /// Takes the names of states.
    ///
    /// - Returns: The states of these names that were kept in centers that have ended.
    private func claim(_ states: [any KeptState]) throws(StorageError) -> [String: any KeptState] {
        try StateName.check(states)
        // `hasEnded` may release a center, so it is not asked under the lock. If the states are others then, all begins anew.
        while true {
            let known = state.withLock { $0.kept }
            for state in states {
                if let other = known[state.id], !other.hasEnded { throw StateName.conflict(of: state, with: other) }
            }
            let (isClosing, isClaimed) = state.withLock { state in
                if state.schedule.isClosing { return (true, false) }
                guard states.allSatisfy({ state.kept[$0.id] === known[$0.id] }) else { return (false, false) }
                for kept in states { state.kept[kept.id] = kept }
                return (false, true)
            }
            if isClosing { throw StorageError(.closed) }
            if isClaimed { return known }
        }
    }

    /// Gives the names of states back.
    private func disclaim(_ states: [any KeptState], _ earlier: [String: any KeptState]) {
        state.withLock { state in
            for kept in states { state.kept[kept.id] = earlier[kept.id] }
        }
    }

    /// Loads the stored value of a state.
    ///
    /// A value that cannot be read is moved aside and reported.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - earlier: The state of this name in a center that has ended, whose last value may not be stored yet.
    /// - Throws: An error if the value can neither be read nor moved, since it would be overwritten.
    private func load(_ state: any KeptState, after earlier: (any KeptState)?) throws(StorageError) {
        let problem: StorageError
        do throws(StorageError) {
            guard let data = try storedData(of: state, after: earlier) else { return }
            return try state.load(data)
        } catch {
            problem = error.naming(state.name)
        }
        guard let name = try? medium.setAside(state.name) else { throw problem }
        terms.onError(problem.moved(to: name))
    }

    private func storedData(
        of state: any KeptState, after earlier: (any KeptState)?
    ) throws(StorageError) -> Data? {
        let isPending = self.state.withLock { $0.schedule.isPending(state.id) }
        if isPending, let data = try? earlier?.encode() { return data }
        return try medium.read(state.name, limit: terms.limit)
    }
}

// Writing.
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
        let pause = Task.detached { [self] in
            try? await terms.clock.sleep(for: terms.pause)
            perform(state.withLock { $0.schedule.endPause(number) })
        }
        state.withLock { $0.pause = pause }
    }

    /// Writes states on a thread of its own: files block the thread that writes them.
    private func startWriting(_ ids: Set<String>) {
        let pause = state.withLock { $0.pause.take() }
        pause?.cancel()
        if ids.isEmpty { return endWriting([:]) }
        Thread.detachNewThread { [self] in endWriting(write(ids)) }
    }

    /// Writes states.
    ///
    /// - Returns: The errors of those that could not be written.
    private func write(_ ids: Set<String>) -> [String: StorageError] {
        let states = state.withLock { state in ids.sorted().compactMap { state.kept[$0] } }
        var failures: [String: StorageError] = [:]
        var written: [any KeptState] = []
        for state in states {
            do throws(StorageError) {
                try write(state)
                written.append(state)
            } catch {
                failures[state.id] = error.naming(state.name)
            }
        }
        do throws(StorageError) {
            try medium.sync()
            for state in written { state.release() }
        } catch {
            for state in written { failures[state.id] = error.naming(state.name) }
        }
        return failures
    }

    /// Writes a state, unless its value is stored already.
    private func write(_ state: any KeptState) throws(StorageError) {
        let data: Data
        let isStored: Bool
        do {
            data = try state.encode()
            isStored = try isKnown(data, of: state)
        } catch {
            throw StorageError(.notEncoded, "\(error)")
        }
        if isStored { return }
        if data.count > terms.limit {
            throw StorageError(.tooLarge, "\(data.count) bytes instead of \(terms.limit)")
        }
        try medium.write(data, for: state.name)
    }

    /// Returns whether bytes are stored, or are those of the default while nothing is stored.
    private func isKnown(_ data: Data, of state: any KeptState) throws -> Bool {
        let stored: Data?
        do throws(StorageError) {
            stored = try medium.read(state.name, limit: terms.limit)
        } catch {
            // It is not readable, and is written again.
            return false
        }
        return try data == stored ?? state.encodeDefault()
    }

    /// Reports what could not be written, resumes those that wait, and goes on.
    private func endWriting(_ failures: [String: StorageError]) {
        let errors = failures.sorted { $0.key < $1.key }.map(\.value)
        for error in errors { terms.onError(error) }
        let (next, served) = state.withLock { $0.schedule.endWriting(failures: Set(failures.keys)) }
        // First the step: callers of `close` may open the folder again.
        perform(next)
        for waiter in served { waiter.resume(returning: errors.first) }
    }
}
