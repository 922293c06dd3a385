import Dispatchers

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
