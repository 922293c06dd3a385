import Foundation

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
