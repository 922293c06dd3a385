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

        /// The number of the last time that changes were taken back; 0 if none were.
        var takenBack = 0

        /// The values that are stored; none for states that have their initial values.
        var stored: [String: Data]
    }

    private let states: ObserverCenter
    private let kept: [Kept]
    private let marks: Mutex<Marks>

    /// Sets the states to what was stored, and begins to watch them.
    package init(of states: ObserverCenter, _ kept: [Kept], restoring values: [String: Data] = [:]) {
        self.states = states
        self.kept = kept
        marks = Mutex(Marks(stored: values))
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

    /// Notes values that are stored now.
    package func note(_ values: [String: Data]) {
        marks.withLock { $0.stored.merge(values) { _, new in new } }
    }

    /// The number of times that changes of any states were taken back.
    private static let takeBacks = Atomic(0)

    /// The number of times until now that changes of any states were taken back.
    package static var takeBackCount: Int { takeBacks.load(ordering: .sequentiallyConsistent) }

    /// Returns whether changes of these states were taken back since a time.
    ///
    /// A change that was made meanwhile may be among them.
    ///
    /// - Parameter count: The value of `takeBackCount` at the time.
    /// - Returns: Whether some were.
    package func areTakenBack(since count: Int) -> Bool { marks.withLock { $0.takenBack > count } }

    /// Sets the states that differ from what is stored back to that.
    package func takeBack() {
        let (changes, stored) = marks.withLock { ($0.changes, $0.stored) }
        if changes.isEmpty { return }
        // Counted at the end: what was set meanwhile may be gone, too.
        defer {
            let number = Self.takeBacks.add(1, ordering: .sequentiallyConsistent).newValue
            marks.withLock { $0.takenBack = max($0.takenBack, number) }
        }
        for state in kept where changes[state.name] != nil {
            state.restore(stored[state.name], states)
            unmark(state, if: stored[state.name])
        }
    }

    /// Removes the mark of a state that has its stored value.
    ///
    /// Another thread may have changed it again. It marks the state after that, for which it waits here.
    private func unmark(_ state: Kept, if stored: Data?) {
        marks.withLock { marks in
            guard let value = try? state.write(states), value == stored ?? (try? state.write(ObserverCenter())) else {
                return
            }
            marks.changes[state.name] = nil
        }
    }
}
