import SignalboxCore

/// Holding, for links that arrive before the app has its routes.
///
/// ```swift
/// let router = Router(origins: ["shop://"], startsHeld: true)
/// // A link that launches the app is held.
/// try router.register { $0.on("/product/:id") { match in show(try match["id", as: Int.self]) } }
/// await router.begin(.newest)  // Opens it.
/// ```
///
/// An opening of a router with `startsHeld: true` ends as ``RouteOutcome/Result/held``, until the router begins. Up to 16
/// openings wait. A further one ends as failed, with a ``HoldingError``, which is also written to the log. A URL that is
/// invalid, or begins with no origin of the router and its fallbacks, is not held.
extension Router {
    /// The openings that wait for ``begin(_:)``, the oldest first.
    ///
    /// They can be stored, and resumed at the next launch. Their ``ParkedNavigation/guardName`` is `held`.
    public var held: [ParkedNavigation] {
        heldOpenings?.waiting.compactMap { ParkedNavigation($0.request, by: "held", of: self) } ?? []
    }

    /// Opens what the router has held.
    ///
    /// From now on, the router opens every URL at once.
    ///
    /// Each opening has the source location and the extras of its own `open`. Routes can be registered later, too. A router
    /// without `startsHeld: true` has begun when it is created, and a router begins once: then nothing is opened here.
    ///
    /// - Parameter policy: The openings that are opened.
    /// - Returns: The outcomes of all that were held, the oldest first.
    @discardableResult
    public func begin(_ policy: BeginPolicy = .newest) async -> [RouteOutcome] {
        let openings = heldOpenings?.begin() ?? []
        var outcomes: [RouteOutcome] = []
        for (index, opening) in openings.enumerated() {
            let newest = openings[openings.count - 1].request.url
            if policy == .newest, index < openings.count - 1 {
                let outcome = await observing(opening.request, at: opening.location) {
                    end(opening.request, as: .superseded(by: newest), at: opening.location)
                }
                outcomes.append(outcome)
            } else {
                outcomes.append(await open(opening.request, at: opening.location))
            }
        }
        return outcomes
    }

    /// Holds an opening; returns its outcome, or `nil` if the URL is to be opened now.
    func hold(
        _ request: OpenRequest, in heldOpenings: HeldOpenings, at location: SourceLocation
    ) -> RouteOutcome? {
        if heldOpenings.hasBegun || !isReadable(request) { return nil }
        switch heldOpenings.add(HeldOpenings.Opening(request: request, location: location)) {
        case .begun: return nil
        case .held: return end(request, as: .held, at: location)
        case .full:
            let error = HoldingError(reason: .full, url: request.url, location: location)
            DefaultLog.write("an opening was not held", at: location) { error.description }
            return end(request, as: .failed(error), at: location)
        }
    }

    /// Records a link that the system delivered again, and that is not opened.
    package func recordRepeatedLink(_ url: String, at location: SourceLocation) {
        let reason = "the system delivered the same link before, less than 2 seconds ago"
        let event = trace.begin(TraceEvent(.route, of: url, at: location, in: name))
        if let event { trace.end(event, .refused(reason)) }
    }

    /// Ends an opening that calls nothing, and records it in the trace.
    private func end(
        _ request: OpenRequest, as result: RouteOutcome.Result, at location: SourceLocation
    ) -> RouteOutcome {
        let event = trace.begin(TraceEvent(.route, of: request.url, at: location, in: name))
        if let event { trace.end(event, result.traced(in: trace)) }
        return RouteOutcome(result: result)
    }

    /// Returns whether a router of the chain can read the URL.
    private func isReadable(_ request: OpenRequest) -> Bool {
        if request.isPath { return true }
        guard let address = try? URLText(request.url) else { return false }
        return chain.contains { $0.addressing.path(of: address) != nil }
    }
}

/// The openings that a router with `startsHeld: true` opens when it begins.
public enum BeginPolicy: Sendable, Hashable {
    /// The newest one; the outcome of the others is ``RouteOutcome/Result/superseded(by:)``.
    case newest

    /// All of them, one after the other, the oldest first.
    case all
}

/// An opening that a router could not hold until its ``Router/begin(_:)``.
public struct HoldingError: Error, Sendable, Hashable {
    /// The reasons why an opening was not held.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// As many openings as the router holds wait already.
        case full
    }

    /// The reason why the opening was not held.
    public let reason: Reason

    /// The URL, or the path, as it was opened.
    public let url: String

    /// The source location of the opening.
    public let location: SourceLocation
}

extension HoldingError: CustomStringConvertible {
    /// URL, source location and remedy in one sentence.
    public var description: String {
        """
        \(url.quoted) (\(location)) was not opened: \(HeldOpenings.limit) openings wait already for `begin` of the router; \
        call it once the routes are registered.
        """.printed
    }
}

/// The openings of a router that has not begun.
final class HeldOpenings: Sendable {
    struct Opening: Sendable {
        let request: OpenRequest
        let location: SourceLocation
    }

    enum Decision: Sendable {
        case held, full, begun
    }

    /// The most openings that wait.
    static let limit = 16

    private let state = Protected(State())

    private struct State: Sendable {
        var waiting: [Opening] = []
        var hasBegun = false
    }

    deinit {
        let lost = waiting
        guard let first = lost.first else { return }
        DefaultLog.write("openings were not begun", at: first.location) {
            """
            A router was released before its `begin`; \(lost.count) openings that it held were not opened, the first of \
            \(first.request.url.quoted) (\(first.location)).
            """.printed
        }
    }

    /// The openings that wait, the oldest first.
    var waiting: [Opening] { state.withLock { $0.waiting } }

    /// A Boolean value that indicates whether the router has begun.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// Adds an opening, if the router has not begun and there is room.
    func add(_ opening: Opening) -> Decision {
        state.withLock { state in
            if state.hasBegun { return .begun }
            if state.waiting.count >= Self.limit { return .full }
            state.waiting.append(opening)
            return .held
        }
    }

    /// Begins; returns the openings that waited.
    func begin() -> [Opening] {
        state.withLock { state in
            state.hasBegun = true
            let waiting = state.waiting
            state.waiting = []
            return waiting
        }
    }
}
