import SignalboxCore
import Synchronization

/// One opening of a router that asks its blocks or cancels older openings, as other openings see it.
///
/// The task-local value ``current`` is the navigation of which an opening by a guard or a handler is a part.
final class Navigation: Sendable {
    /// The navigation whose block, guard or handler the current task or thread is in.
    @TaskLocal static var current: Navigation?

    /// The innermost navigation that the current task or thread is in and that has not ended.
    static var running: Navigation? { current?.firstRunning }

    /// The URL as it was opened first.
    let url: String

    /// The router that was opened.
    private let router: ObjectIdentifier

    /// The openings of the router of which a newer one supersedes the older; `nil` if they are independent.
    private let pending: PendingOpenings?

    private let state: Protected<State>

    private struct State {
        var hasEnded = false
        /// The URL of the newer opening, if there is one.
        var supersedingURL: String?
        /// The navigation that this one is a part of; never one that had ended before this one began.
        var enclosing: Navigation?
        /// The asynchronous guard or handler that runs now.
        var task: Task<Journey.Answer, any Error>?

        var isRunning: Bool { !hasEnded && supersedingURL == nil }
    }

    /// The error of a step that did not begin, because the navigation was superseded before.
    struct Superseded: Error {}

    init(to url: String, of router: Router) {
        self.url = url
        self.router = ObjectIdentifier(router)
        pending = router.pendingOpenings
        state = Protected(State(enclosing: Self.running))
    }

    /// The URL of the newer opening that superseded this navigation, or one that it is a part of.
    var supersedingURL: String? {
        var next: Navigation? = self
        while let navigation = next {
            let (url, enclosing) = navigation.state.withLock { ($0.supersedingURL, $0.enclosing) }
            if let url { return url }
            next = enclosing
        }
        return nil
    }

    /// Throws if this navigation, or one that it is a part of, was superseded.
    func ensureNotSuperseded() throws {
        if supersedingURL != nil { throw Superseded() }
    }

    /// The navigation of the same router that this one is a part of.
    var parent: Navigation? {
        var next = enclosing?.firstRunning
        while let navigation = next {
            if navigation.router == router { return navigation }
            next = navigation.enclosing?.firstRunning
        }
        return nil
    }

    /// Supersedes the older openings.
    func supersedeOlder() { pending?.begin(self) }

    /// Ends the navigation.
    ///
    /// - Returns: The URL of the opening that superseded it, if there was one.
    func end() -> String? {
        guard let pending else { return markAsEnded() }
        return pending.end(self)
    }

    /// Awaits a step, in a task that is cancelled when the navigation is superseded.
    func run(_ step: @escaping @Sendable () async throws -> Journey.Answer) async throws -> Journey.Answer {
        guard pending != nil else {
            return try await Self.$current.withValue(self, operation: step)
        }
        try ensureNotSuperseded()
        guard let task = start(step) else { throw Superseded() }
        defer { release() }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}

/// The phases, which ``PendingOpenings`` decides.
extension Navigation {
    /// Notes that a newer opening superseded this one.
    ///
    /// - Returns: The task to cancel.
    fileprivate func supersede(by url: String) -> Task<Journey.Answer, any Error>? {
        state.withLock { state in
            guard state.isRunning else { return nil }
            state.supersedingURL = url
            return state.task
        }
    }

    /// Notes that the opening has returned.
    ///
    /// A navigation that began in this one and has not ended becomes a part of the one around this one. If this one was
    /// superseded, so is that.
    ///
    /// - Returns: The URL of the opening that superseded it, if there was one.
    fileprivate func markAsEnded() -> String? {
        let url = supersedingURL
        let next = enclosing?.firstRunning
        state.withLock { state in
            state.hasEnded = true
            state.supersedingURL = url
            state.enclosing = next
        }
        return url
    }

    private var enclosing: Navigation? { state.withLock { $0.enclosing } }

    private var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// This navigation, or the innermost around it that has not ended.
    private var firstRunning: Navigation? {
        var next: Navigation? = self
        while let navigation = next, navigation.hasEnded { next = navigation.enclosing }
        return next
    }

    /// Starts a step in a task of its own.
    ///
    /// The task is made under the lock, so that a newer opening cancels each step that has begun.
    ///
    /// - Returns: The task; `nil` if the navigation was superseded before.
    private func start(
        _ step: @escaping @Sendable () async throws -> Journey.Answer
    ) -> Task<Journey.Answer, any Error>? {
        state.withLock { state in
            guard state.isRunning else { return nil }
            let task = Task(name: "guard or handler of a navigation") {
                try await Self.$current.withValue(self, operation: step)
            }
            state.task = task
            return task
        }
    }

    private func release() {
        let task = state.withLock { $0.task.take() }
        withExtendedLifetime(task) {}
    }
}

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
    fileprivate func begin(_ navigation: Navigation) {
        let tasks = running.withLock { running -> [Task<Journey.Answer, any Error>] in
            if navigation.supersedingURL != nil { return [] }
            let parent = navigation.parent
            // A child is a part of those through its parent.
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
    fileprivate func end(_ navigation: Navigation) -> String? {
        running.withLock { running in
            running.removeAll { $0 === navigation }
            return navigation.markAsEnded()
        }
    }
}

/// The effect that a new opening has on those that have begun before it and have not ended.
public enum PendingPolicy: Sendable, Hashable {
    /// Openings do not affect one another.
    case independent

    /// A new opening cancels the older ones, whose outcome is ``RouteOutcome/Result/superseded(by:)``.
    ///
    /// An opening does so when its first block, guard or handler is about to be called. An opening that no route
    /// matches, or that ends as ``RouteOutcome/Result/needsAwait`` before it called anything, cancels none. A redirect
    /// that was registered with its target calls nothing: the opening cancels others once its target does.
    ///
    /// From then on, no block, guard or handler of the older opening begins, and its `onUnmatched` function is not
    /// called. The task of an asynchronous guard or handler that runs is cancelled. The older `open` returns when that
    /// guard or handler has returned.
    ///
    /// An opening that a block, a guard, a handler or the `onUnmatched` function makes is a part of the opening that
    /// called it, also with another router. It does not cancel that opening, and is cancelled with it.
    case cancelsOlder
}

extension Router {
    /// The opening of a URL as others see it; `nil` if no blocks are asked and nothing supersedes it.
    func makeNavigation(to url: String) -> Navigation? {
        guard pendingOpenings != nil || isBlocked || Navigation.running != nil else { return nil }
        return Navigation(to: url, of: self)
    }

    /// A Boolean value that indicates whether the router or a fallback has blocks.
    private var isBlocked: Bool { chain.contains { !$0.blockers.isEmpty } }
}
