import Foundation

extension StorageWriter {
    func perform(_ step: WriteSchedule<Waiter>.Step) {
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
            // It is not readable, and is written again.
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
