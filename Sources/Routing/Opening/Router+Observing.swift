public import SignalboxCore

/// Observing, for analytics and logs.
///
/// ```swift
/// router.onOutcome(by: self) { analytics, opening in analytics.log(opening.url, opening.outcome) }
/// ```
///
/// An observer is called once for each outcome that the router returns: of `open`, `openNow` and `resume`, and for each
/// opening that ``begin(_:)`` opens or supersedes. So an opening that is held is reported as held, and again when the
/// router begins. Redirects belong to the opening that follows them. ``canOpen(_:)-(String)`` opens nothing.
///
/// An observer is called after the last handler and after the `onUnmatched` function, whatever the outcome is, also if
/// the task was cancelled. It was added before the opening began. `open` returns when all observers have returned.
/// `openNow` does not wait for observers on other actors: they are called in a task.
///
/// Only the observers of the router that is opened are called, not those of its fallbacks.
extension Router {
    /// Calls a function of an owner after each opening.
    ///
    /// The router does not retain the owner, except while the function runs. It is called until the owner is released, or
    /// until ``cancel(by:)``.
    ///
    /// - Parameters:
    ///   - owner: The object that observes.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - observe: Gets the opening. It runs on the isolation that it is written in.
    public func onOutcome<Owner: AnyObject & Sendable>(
        by owner: Owner, fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ observe: @escaping @isolated(any) @Sendable (Owner, RouteOpening) -> Void
    ) {
        let report: @Sendable (Owner, RouteOpening) -> Void = withoutIsolation(observe)
        let handler = IsolatedHandler<RouteOpening, Void>.synchronous(on: observe.isolation) { [weak owner] opening in
            if let owner { report(owner, opening) }
        }
        outcomeObservers.add(handler, by: owner, on: observe.isolation, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Calls a function after each opening.
    ///
    /// - Parameters:
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - observe: Gets the opening. It runs on the isolation that it is written in.
    /// - Returns: The token of the observer, which ends when the token is cancelled or released.
    public func onOutcome(
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ observe: @escaping @isolated(any) @Sendable (RouteOpening) -> Void
    ) -> Registration {
        let report: @Sendable (RouteOpening) -> Void = withoutIsolation(observe)
        let handler = IsolatedHandler<RouteOpening, Void>.synchronous(on: observe.isolation, report)
        let location = SourceLocation(fileID: fileID, line: line)
        return outcomeObservers.token(of: outcomeObservers.add(handler, on: observe.isolation, at: location))
    }

    /// The observers of outcomes in the order of registration, without those of released owners.
    public var observations: [ObservationInfo] { outcomeObservers.all.map { $0.info(of: "outcome") } }
}

/// An opening that has ended, as observers get it.
public struct RouteOpening: Sendable {
    /// The URL, or the path, as it was opened.
    public let url: String

    /// The source location of the call that opened it; of an opening that was held, that of its `open`.
    public let location: SourceLocation

    /// The values that the caller of `open` added.
    public let extras: [String: String]

    /// The outcome that the caller gets.
    public let outcome: RouteOutcome

    /// The time from the call until the outcome, by the clock of the router.
    ///
    /// Of an opening that was held, it begins with ``Router/begin(_:)``.
    public let duration: Duration

    /// The pattern of the route of the outcome.
    public var pattern: RoutePattern? { outcome.route?.pattern }
}

extension RouteOpening: CustomStringConvertible {
    /// URL, source location, outcome and duration in one line.
    public var description: String { "\(url.quoted) (\(location)): \(outcome), in \(duration)" }
}

extension Router {
    /// Opens something by a closure, and reports the outcome to the observers if there are any.
    func observing(
        _ request: OpenRequest, at location: SourceLocation, _ open: () async -> RouteOutcome
    ) async -> RouteOutcome {
        guard let observation = OutcomeObservation(of: request, at: location, by: self) else { return await open() }
        let outcome = await open()
        await OutcomeObservation.call(observation.report(outcome, on: #isolation))
        return outcome
    }

    /// Opens something by a closure, and reports the outcome to the observers if there are any.
    ///
    /// Observers on other actors are called in a task.
    func observing(
        _ request: OpenRequest, at location: SourceLocation, on isolation: (any Actor)?, _ open: () -> RouteOutcome
    ) -> RouteOutcome {
        guard let observation = OutcomeObservation(of: request, at: location, by: self) else { return open() }
        let outcome = open()
        let waiting = observation.report(outcome, on: isolation)
        if !waiting.observers.isEmpty { Task { await OutcomeObservation.call(waiting) } }
        return outcome
    }
}

/// An opening that is observed, and has not ended.
private struct OutcomeObservation {
    /// An opening, and those that get it on their own isolation.
    struct Report: Sendable {
        let opening: RouteOpening
        let observers: ArraySlice<Listener<RouteOpening, Void>>
    }

    private let request: OpenRequest
    private let location: SourceLocation
    private let observers: [Listener<RouteOpening, Void>]
    private let elapsed: () -> Duration

    /// Begins to observe an opening; `nil` without observers.
    init?(of request: OpenRequest, at location: SourceLocation, by router: Router) {
        if router.outcomeObservers.isEmpty { return nil }
        self.request = request
        self.location = location
        observers = router.outcomeObservers.all
        elapsed = router.clock.stopwatch()
    }

    /// Calls the observers up to the first that has to be awaited where an isolation is current.
    ///
    /// - Returns: The observers from that one on.
    func report(_ outcome: RouteOutcome, on isolation: (any Actor)?) -> Report {
        let opening = RouteOpening(
            url: request.url, location: location, extras: request.extras, outcome: outcome, duration: elapsed())
        for (index, observer) in observers.enumerated() where !observer.hasEnded {
            guard let observe = observer.handler.inline(on: isolation) else {
                return Report(opening: opening, observers: observers[index...])
            }
            // No observer can throw.
            try? observe(opening)
        }
        return Report(opening: opening, observers: [])
    }

    /// Calls observers on their isolation, but for those that end before.
    static func call(_ report: Report) async {
        for observer in report.observers {
            try? await observer.handler.run(report.opening) {
                if observer.hasEnded { throw CancellationError() }
            }
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Returns a function that returns the time since now.
    fileprivate func stopwatch() -> () -> Duration {
        let start = now
        return { start.duration(to: self.now) }
    }
}
