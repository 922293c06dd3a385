public import SignalboxCore

/// A snapshot of a state in one center, as `ObserverCenter.states` lists it.
public struct StateInfo: Sendable, CustomStringConvertible {
    /// The name of the state.
    public let name: String

    /// The name of the value's type.
    public let type: String

    /// The value; `nil` while a thread changes it in place.
    public let value: (any Sendable)?

    /// A Boolean value that indicates whether the value is that of the parent, since the state was not set in this center.
    public let isInherited: Bool

    /// The number of observers of the state and of its parts in this center.
    public let observerCount: Int

    /// The source location of the last set or update; `nil` if there was none while the trace was on.
    public let lastSet: SourceLocation?

    /// One line for developers.
    public var description: String {
        let value = value.map { "\($0)" } ?? "(being updated)"
        let setter = lastSet.map { ", set at \($0)" } ?? ""
        return "\(name): \(value)\(isInherited ? " of the parent" : "")\(setter)"
    }
}

extension ObserverCenter {
    /// The states that were ever set or observed in this center, in the order of their names.
    ///
    /// Takes time linear in their number, except for a logarithm. Waits for no update.
    public var states: [StateInfo] { hub.states }
}

extension Hub {
    /// The states of this hub, in the order of their names.
    var states: [StateInfo] {
        let states = tree.state.withLock { _ in
            allTopics.compactMap { $0 as? StateTopic }.map { ($0, $0.allSubscriptions.filter { !$0.isTap }.count) }
        }
        return states.map { $0.info(in: self, observerCount: $1) }.sorted { $0.name < $1.name }
    }
}
