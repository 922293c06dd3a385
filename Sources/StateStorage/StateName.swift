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
