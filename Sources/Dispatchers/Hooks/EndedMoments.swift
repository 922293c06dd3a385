import Synchronization

/// The keys of hooks that were ended, from any thread, and not yet cleared away by their lifecycle.
final class EndedMoments: Sendable {
    typealias Key = Registry<MomentTopic, MomentPlace>.Key

    private let keys = Protected([Key]())
    private let hasKeys = Atomic(false)

    func append(_ key: Key) {
        keys.withLock { keys in
            keys.append(key)
            hasKeys.store(true, ordering: .releasing)
        }
    }

    /// Takes all of them.
    ///
    /// While there are none it costs one atomic load.
    func takeAll() -> [Key] {
        guard hasKeys.load(ordering: .acquiring) else { return [] }
        return keys.withLock { keys in
            hasKeys.store(false, ordering: .relaxed)
            defer { keys = [] }
            return keys
        }
    }
}
