public import SignalboxCore
import Synchronization

/// An error that reports a second state of one name, in one center or in centers that are inside one another.
///
/// The states are independent: what is set with the key of one is not read with that of the other. Each name is reported once, at the
/// first use of the second key, as long as an open center uses the first one. The report's `postedAt` is the second declaration.
public struct StateNameConflict: Error, Hashable, CustomStringConvertible {
    /// The name of both states.
    public let name: String

    /// The source location of the key that was used first.
    public let firstDeclaredAt: SourceLocation

    /// The source location of the other key; the same if one declaration makes several keys, as a computed property does.
    public let secondDeclaredAt: SourceLocation

    /// One line for developers.
    public var description: String {
        if firstDeclaredAt == secondDeclaredAt {
            return "the declaration at \(firstDeclaredAt) makes several keys of the name “\(name)”, which are several "
                + "states: declare the key with “static let”, or keep the keys and give each a name of its own"
        }
        return "the keys declared at \(firstDeclaredAt) and \(secondDeclaredAt) are two states of the name “\(name)”: "
            + "use one key for both, or give them different names"
    }
}

extension StateNameConflict: CompleteReport {}

/// The names of the states that open centers of a tree use, each with its state.
struct StateNames: Sendable {
    private struct Use: Sendable {
        let root: ObjectIdentifier
        let location: SourceLocation

        /// The number of centers that use the state.
        var centerCount = 0
        var wasReported = false
    }

    private static let lastVersion = Atomic<UInt64>(0)

    private var uses: [String: Use] = [:]

    /// Notes that a center begins to use a state.
    ///
    /// - Returns: A conflict to report.
    mutating func begin(_ name: String, _ root: ObjectIdentifier, at location: SourceLocation) -> StateNameConflict? {
        if let use = uses[name], use.root != root { return conflict(of: name, root, at: location) }
        uses[name, default: Use(root: root, location: location)].centerCount += 1
        return nil
    }

    /// Returns a conflict to report, if another state has the name.
    mutating func conflict(
        of name: String, _ root: ObjectIdentifier, at location: SourceLocation
    ) -> StateNameConflict? {
        guard let use = uses[name], use.root != root, !use.wasReported else { return nil }
        uses[name]?.wasReported = true
        return StateNameConflict(name: name, firstDeclaredAt: use.location, secondDeclaredAt: location)
    }

    /// Notes that a center does not use a state any more.
    mutating func end(_ name: String, _ root: ObjectIdentifier) {
        guard let use = uses[name], use.root == root else { return }
        if use.centerCount == 1 {
            uses[name] = nil
        } else {
            uses[name]?.centerCount -= 1
        }
    }

    /// Returns a number that no version of any names has had.
    fileprivate static func nextVersion() -> UInt64 { lastVersion.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension ObserverCenter {
    /// Notes that this center uses a state, and reports another state of that name.
    @inline(never)
    func beginUse<Value>(of cell: StateCell<Value>) {
        let root = cell.root
        let conflict: StateNameConflict? = hub.tree.state.withLock { state in
            if cell.hasName || hub.isClosed { return nil }
            let conflict = state.stateNames.begin(root.name, cell.id, at: root.location)
            cell.hasName = conflict == nil
            hub.tree.stateNamesVersion.store(StateNames.nextVersion(), ordering: .relaxed)
            return conflict
        }
        cell.isUsed.store(true, ordering: .relaxed)
        report(conflict, of: cell)
    }

    /// Reports another state of the name of one that is read, and was never set or observed in this center and those around it.
    ///
    /// Without a new name since the last time, this method only compares two numbers.
    func checkName<Value>(of root: StateRoot<Value>) {
        let version = hub.tree.stateNamesVersion.load(ordering: .relaxed)
        if version == 0 || root.checkedVersion.exchange(version, ordering: .relaxed) == version { return }
        let conflict = hub.tree.state.withLock {
            $0.stateNames.conflict(of: root.name, ObjectIdentifier(root), at: root.location)
        }
        if conflict != nil { report(conflict, of: StateCell(root, .own)) }
    }

    private func report<Value>(_ conflict: StateNameConflict?, of cell: StateCell<Value>) {
        guard let conflict else { return }
        let location = cell.root.location
        let failure = DeliveryFailure(conflict, of: conflict.name, from: location)
        hub.report(failure, because: Cause(of: cell, at: location, on: .current))
    }
}
