import SignalboxCore

/// The openings of one router that have begun and have not ended, of which a newer one supersedes the older.
final class PendingOpenings: Sendable {
    /// The openings from the outermost inwards: each was made by a guard or a handler of the one before.
    ///
    /// The lock of this object is taken before that of a navigation, and the phases of navigations change under it
    /// alone.
    private let running = Protected<[Navigation]>([])

    /// Begins a navigation, and supersedes all others but those that it is a part of.
    ///
    /// A navigation that is a part of a superseded one is superseded at once.
    func begin(_ navigation: Navigation) {
        let tasks = running.withLock { running -> [Task<Journey.Answer, any Error>] in
            let parent = navigation.parent
            if let url = parent?.supersedingURL {
                _ = navigation.supersede(by: url)
                return []
            }
            let kept = parent.flatMap { parent in running.firstIndex { $0 === parent } }.map { $0 + 1 } ?? 0
            let tasks = running[kept...].compactMap { $0.supersede(by: navigation.url) }
            running.removeSubrange(kept...)
            running.append(navigation)
            return tasks
        }
        for task in tasks { task.cancel() }
    }

    /// Ends a navigation.
    ///
    /// - Returns: The URL of the opening that superseded it, if there was one.
    func end(_ navigation: Navigation) -> String? {
        running.withLock { running in
            let url = navigation.supersedingURL
            running.removeAll { $0 === navigation }
            navigation.markAsEnded()
            return url
        }
    }
}
