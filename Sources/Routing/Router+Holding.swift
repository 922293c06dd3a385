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
                outcomes.append(end(opening.request, as: .superseded(by: newest), at: opening.location))
            } else {
                outcomes.append(await open(opening.request, at: opening.location))
            }
        }
        return outcomes
    }

    /// Holds an opening; returns its outcome, or `nil` if the URL is to be opened now.
    func hold(_ request: OpenRequest, at location: SourceLocation) -> RouteOutcome? {
        guard let heldOpenings, !heldOpenings.hasBegun, isReadable(request) else { return nil }
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
