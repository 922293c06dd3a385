import Synchronization

/// A flag that hooks set when they end, on any thread.
final class EndedHooks: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .releasing) }

    /// Returns whether the flag was set, and clears it.
    func take() -> Bool { isSet.load(ordering: .relaxed) && isSet.exchange(false, ordering: .acquiring) }
}
