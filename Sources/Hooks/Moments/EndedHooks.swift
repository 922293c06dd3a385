import SignalboxCore
import Synchronization

/// A flag that the hooks of a lifecycle set when they end, on any thread.
final class EndedHooks: Sendable {
    private let isSet = Atomic(false)

    /// The moments that were sent so far, for registrations that are released at once.
    let activity = ActivityCount()

    func set() { isSet.store(true, ordering: .releasing) }

    /// Returns whether the flag was set, and clears it.
    func take() -> Bool { isSet.load(ordering: .relaxed) && isSet.exchange(false, ordering: .acquiring) }
}
