package import Dispatchers
package import Foundation
import Synchronization

/// The states of one center that are kept in the database, and the changes of them that are not stored yet.
///
/// A change marks its state; saving removes the mark. A request answers after its marks are gone.
package final class KeptStates: Sendable {
    private struct Marks {
        var lastChange = 0
        var changes: [String: Int] = [:]
    }

    private let states: ObserverCenter
    private let kept: [Kept]
    private let marks = Mutex(Marks())

    /// Sets the states to what was stored, and begins to watch them.
    package init(of states: ObserverCenter, _ kept: [Kept], restoring values: [String: Data] = [:]) {
        self.states = states
        self.kept = kept
        for state in kept {
            if let value = values[state.name] { state.restore(value, states) }
            state.observe(states, self)
        }
    }

    func mark(_ name: String) {
        marks.withLock { marks in
            marks.lastChange += 1
            marks.changes[name] = marks.lastChange
        }
    }

    /// The states that differ from what is stored, each with the number of its last change.
    package var changes: [String: Int] { marks.withLock { $0.changes } }

    /// Returns the values of some states as they are now.
    package func values(of changes: [String: Int]) throws -> [(name: String, value: Data)] {
        try kept.filter { changes[$0.name] != nil }.map { ($0.name, try $0.write(states)) }
    }

    /// Removes the marks of changes that are stored, unless the states have changed again.
    package func forget(_ changes: [String: Int]) {
        marks.withLock { marks in
            for (name, change) in changes where marks.changes[name] == change { marks.changes[name] = nil }
        }
    }
}
