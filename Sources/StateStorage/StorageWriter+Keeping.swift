import Foundation

extension StorageWriter {
    /// The result of taking the names of states.
    private enum NameResult {
        /// The names are taken.
        case taken
        /// Other states have these names meanwhile.
        case outdated
        /// The storage is being closed.
        case closing
    }

    /// Begins to keep states, all or none.
    func keep(
        _ states: [any KeptState], in storage: ValueStorage, on isolation: isolated (any Actor)?
    ) throws(StorageError) {
        try takeNames(of: states)
        do throws(StorageError) {
            for state in states { try load(state) }
            for state in states { try state.begin(in: storage, on: isolation) }
            try beginWriting(states)
        } catch {
            for state in states { state.end() }
            returnNames(of: states)
            throw error
        }
    }

    /// Takes the names of states, which must not be those of other states, except in centers that have ended.
    private func takeNames(of states: [any KeptState]) throws(StorageError) {
        try StateName.check(states)
        // `hasEnded` may release a center, so it is not asked under the lock.
        while true {
            let known = state.withLock { state in states.map { state.user(of: $0.id) } }
            for (state, other) in zip(states, known) {
                if let other, !other.hasEnded { throw StateName.conflict(of: state, with: other) }
            }
            switch take(states, from: known) {
            case .taken: return
            case .outdated: continue
            case .closing: throw StorageError(.closed)
            }
        }
    }

    /// Takes names from the states that have them, unless others have them meanwhile.
    private func take(_ states: [any KeptState], from known: [(any KeptState)?]) -> NameResult {
        state.withLock { state in
            if state.schedule.isClosing { return .closing }
            let isKnown = zip(states, known).allSatisfy { state.user(of: $0.id) === $1 }
            guard isKnown else { return .outdated }
            for kept in states { state.loading[kept.id] = kept }
            return .taken
        }
    }

    /// Writes the values of states that have begun, from now on, instead of those of earlier centers.
    private func beginWriting(_ states: [any KeptState]) throws(StorageError) {
        // They are released without the lock.
        var earlier: [any KeptState] = []
        let hasBegun = state.withLock { state in
            guard !state.schedule.isClosing, states.allSatisfy(state.isLoading) else { return false }
            for kept in states {
                state.loading[kept.id] = nil
                if let old = state.kept.updateValue(kept, forKey: kept.id) { earlier.append(old) }
            }
            return true
        }
        guard hasBegun else { throw StorageError(.closed) }
        // Changes that were made since they began are not written.
        for state in states { noteChange(of: state.id) }
    }

    /// Gives the names of states back.
    private func returnNames(of states: [any KeptState]) {
        state.withLock { state in
            for kept in states where state.isLoading(kept) { state.loading[kept.id] = nil }
        }
    }

    /// Loads the stored value of a state.
    ///
    /// A value that cannot be decoded is moved aside and reported.
    ///
    /// - Throws: An error if the value cannot be moved, or may be read another time, since it would be overwritten; or if that of an
    ///   earlier center cannot be decoded, and waits to be written.
    private func load(_ state: any KeptState) throws(StorageError) {
        if let data = unwrittenData(of: state.id) { return try state.load(data) }
        if self.state.withLock({ $0.erasing[state.id] != nil }) { return }
        do throws(StorageError) {
            guard let data = try medium.read(state.name, limit: terms.limit) else { return }
            try state.load(data)
        } catch {
            try setAside(state, because: error.naming(state.name))
        }
    }

    /// Returns the last value in a center that has ended, as long as it waits to be written.
    private func unwrittenData(of id: String) -> Data? {
        let earlier = state.withLock { state in
            state.schedule.isPending(id) ? state.kept[id] : nil
        }
        return try? earlier?.encode()
    }

    /// Moves a stored value aside, and reports that.
    private func setAside(_ state: any KeptState, because problem: StorageError) throws(StorageError) {
        if problem.reason == .inaccessible { throw problem }
        guard let place = try? medium.setAside(state.name) else { throw problem }
        terms.onError(problem.moved(to: place))
    }
}

/// The names that states can be stored under.
enum StateName {
    private static let punctuation = Set("-_.".utf8)

    private static let allowed = punctuation.union(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)

    /// Makes sure that the names of states can be used, and differ.
    static func check(_ states: [any KeptState]) throws(StorageError) {
        var seen: [String: any KeptState] = [:]
        for state in states {
            try check(state.name)
            if let other = seen.updateValue(state, forKey: state.id) { throw conflict(of: state, with: other) }
        }
    }

    /// Makes sure that a name can be used.
    static func check(_ name: String) throws(StorageError) {
        guard isValid(name) else { throw StorageError(.invalidName, of: name) }
    }

    /// Returns the identifier of a name: some file systems do not distinguish case.
    static func id(_ name: String) -> String { name.lowercased() }

    /// Returns the error of a state whose name is taken.
    static func conflict(of state: any KeptState, with other: any KeptState) -> StorageError {
        var details = "“\(other.name)” is kept at \(other.location), and “\(state.name)” at \(state.location)"
        if other.name != state.name { details += "; some file systems do not distinguish them: choose another name" }
        return StorageError(.nameTaken, of: state.name, details, keptAt: other.location)
    }

    private static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, !punctuation.contains(first) else { return false }
        return name.utf8.count <= 100 && name.utf8.allSatisfy { allowed.contains($0) }
    }
}
