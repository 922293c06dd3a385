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
    /// A navigation that is a part of a superseded one does not begin.
    func begin(_ navigation: Navigation) {
        let tasks = running.withLock { running -> [Task<Journey.Answer, any Error>] in
            if navigation.supersedingURL != nil { return [] }
            let parent = navigation.parent
            // It is a part of those through its parent.
            let outerCount = running.firstIndex { $0 === parent }.map { $0 + 1 } ?? 0
            let older = running[outerCount...]
            running = running[..<outerCount] + [navigation]
            return older.compactMap { $0.supersede(by: navigation.url) }
        }
        for task in tasks { task.cancel() }
    }

    /// Ends a navigation.
    ///
    /// - Returns: The URL of the opening that superseded it, if there was one.
    func end(_ navigation: Navigation) -> String? {
        running.withLock { running in
            running.removeAll { $0 === navigation }
            return navigation.markAsEnded()
        }
    }
}
