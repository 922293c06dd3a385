import Dispatchers
import Synchronization

/// The plan of a join point, which calls read without a lock while others replace it.
///
/// The reference is kept by hand. Why it is safe: a call enters a read-side critical section before it loads the reference,
/// and retains the plan before it leaves. A plan that is replaced is handed to `Readers`, which releases it once every reader
/// that may have loaded it has left. The section is a few instructions, so that a call that takes long keeps its own plan,
/// and no other.
struct PublishedPlan: ~Copyable, Sendable {
    private let current = Atomic<Unmanaged<HookPlan>?>(nil)

    init() {}

    deinit { current.load(ordering: .acquiring)?.release() }

    /// The current plan, if there is one.
    func load(reading readers: Readers) -> HookPlan? {
        readers.read { current.load(ordering: .sequentiallyConsistent)?.takeUnretainedValue() }
    }

    /// Replaces the plan, and returns the old one, to be retired outside of every lock.
    func exchange(_ plan: HookPlan?) -> HookPlan? {
        let new = plan.map { Unmanaged.passRetained($0) }
        return current.exchange(new, ordering: .sequentiallyConsistent)?.takeRetainedValue()
    }
}
