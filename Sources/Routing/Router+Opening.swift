extension Router {
    /// Opens a URL, and waits for guards and handlers wherever they run.
    ///
    /// The best route is asked first: its guards, from the outermost group inwards, then its handler. When that declines,
    /// the next route that fits is asked in the same way.
    ///
    /// - Parameters:
    ///   - url: The URL as text.
    ///   - extras: Values that hide those of the path and the query.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ url: String, extras: [String: String] = [:]) async -> RouteOutcome {
        await open(OpenRequest(url: url, extras: extras))
    }

    /// Opens a parked navigation afresh; all guards are asked again.
    @discardableResult
    public func resume(_ parked: ParkedNavigation) async -> RouteOutcome {
        await open(OpenRequest(url: parked.url, extras: parked.extras, parked: parked.parked))
    }

    private func open(_ request: OpenRequest) async -> RouteOutcome {
        switch opening(of: request) {
        case .failure(let error): return .invalid(error)
        case .success(let opening):
            var isDeclined = false
            for match in opening.matches {
                if let outcome = await open(match, request) { return outcome }
                isDeclined = true
            }
            let miss = RouteMiss(url: request.url, extras: request.extras, isDeclined: isDeclined)
            do {
                try await opening.unmatched?.run(miss)
            } catch {
                return .failed(error)
            }
            return isDeclined ? .declined : .notFound
        }
    }

    /// Asks one route; `nil` when it declines.
    private func open(_ match: RouteMatch, _ request: OpenRequest) async -> RouteOutcome? {
        do {
            for sentinel in match.route.guards {
                switch try await sentinel.decide(match) {
                case .proceed: continue
                case .refuse(let reason): return .refused(reason)
                case .park(let target): return await park(match, request, sentinel, target)
                }
            }
            return try await match.route.handler.run(match) == .handled ? .handled : nil
        } catch {
            return .failed(error)
        }
    }

    private func park(
        _ match: RouteMatch, _ request: OpenRequest, _ sentinel: Guard, _ target: String?
    ) async -> RouteOutcome {
        let parked = ParkedNavigation(
            url: request.url, extras: request.extras, guardName: sentinel.name, waiting: request.parked)
        guard let target else { return .parked(parked) }
        guard request.hops < OpenRequest.maximumHops else {
            return .failed(RedirectError(reason: .tooManyHops, target: target, parked: parked))
        }
        let url = addressing.url(of: target, seenFrom: match.address)
        switch await open(OpenRequest(url: url, extras: [:], parked: parked, hops: request.hops + 1)) {
        case .handled, .parked: return .parked(parked)
        case .failed(let error): return .failed(error)
        default: return .failed(RedirectError(reason: .unhandled, target: target, parked: parked))
        }
    }
}
