/// One opening, decided step by step: which guard or handler is called next, and what its answer leads to.
///
/// It runs nothing itself, so that a caller that waits, one that cannot and a dry run take the same steps. A class, since an
/// asynchronous function is split into many, each of which would copy a structure of that size.
final class Journey {
    /// What is to be done next.
    enum Step {
        case ask(Guard, RouteMatch)
        case call(RouteHandler, RouteMatch)
        /// The listener gets the miss.
        case tell(IsolatedHandler<RouteMiss, Void>)
        case end
    }

    /// The redirect routes that were followed.
    private(set) var trail: [RegisteredRoute] = []

    private let head: Router
    private let candidate: RouteTable<RegisteredRoute>?
    private var request: OpenRequest
    private var redirects: [String] = []
    /// The navigations that were parked for another place each, outermost first.
    private var detours: [(parked: ParkedNavigation, target: String)] = []
    /// The caller's sticky items, with those of the URLs that redirected to this one.
    private var sticky: [String: String]

    // The router that is asked and a snapshot of its routes; matches are looked up one by one.
    private var router: Router
    private var address: URLText?
    private var matches: RouteTable<RegisteredRoute>.Matches?
    /// The sticky items of the URL itself.
    private var ownSticky: [String: String] = [:]
    /// What a match sees under the sticky keys of the router.
    private var visibleSticky: [String: String] = [:]

    private var match: RouteMatch?
    private var guardNumber = 0
    private var declined: [RegisteredRoute] = []
    private var unreadable: [RouteValueError] = []
    private var unmatched: IsolatedHandler<RouteMiss, Void>?
    private var ending: RouteOutcome?

    /// Begins at a router.
    ///
    /// A dry run may look at a table that is not the router's yet.
    init(_ request: OpenRequest, from head: Router, candidate: RouteTable<RegisteredRoute>? = nil) {
        self.head = head
        router = head
        self.request = request
        sticky = request.sticky
        self.candidate = candidate
        begin()
    }

    /// The outcome; before the end, that of a caller that cannot wait for the next step.
    var outcome: RouteOutcome {
        ending ?? RouteOutcome(.needsAwait, redirects: redirects, sticky: request.sticky)
    }

    /// What is known when no handler handled the URL.
    var miss: RouteMiss {
        RouteMiss(url: request.url, extras: request.extras, declinedBy: declined, unreadable: unreadable)
    }

    /// What is to be done next, until the end.
    func next() -> Step {
        while true {
            if ending != nil { return .end }
            if let match {
                let guards = match.route.guards
                guard guardNumber == guards.count else {
                    guardNumber += 1
                    return .ask(guards[guardNumber - 1], match)
                }
                switch match.route.action {
                case .perform(let handler): return .call(handler, match)
                case .redirect(let target): follow(target, of: match)
                }
            } else if findMatch() {
                guardNumber = 0
            } else if let fallback = router.fallback {
                enter(fallback)
            } else if let listener = unmatched {
                unmatched = nil
                return .tell(listener)
            } else {
                end(declined.isEmpty ? .notFound : .declined(by: declined))
            }
        }
    }

    /// Takes what a guard decided.
    func take(_ decision: Guard.Decision, of asked: Guard) {
        switch decision {
        case .proceed: break
        case .refuse(let reason): end(.refused(reason))
        case .redirect(let target): redirect(to: target)
        case .park(let target): park(by: asked, for: target)
        }
    }

    /// Takes what a handler replied.
    func take(_ reply: RouteReply) {
        switch reply {
        case .handled: handle(returning: nil)
        case .value(let value): handle(returning: value)
        case .redirect(let target): redirect(to: target)
        case .declined: decline()
        }
    }

    /// Takes what was thrown instead of an answer.
    func take(_ error: any Error) {
        guard let error = error as? UnreadableRoute else { return end(.failed(error)) }
        unreadable.append(error.reason)
        decline()
    }
}

extension Journey {
    /// Looks for the next route that fits.
    private func findMatch() -> Bool {
        guard let address, let found = matches?.next() else { return false }
        match = RouteMatch(found, request, address, sticky: visibleSticky)
        return true
    }

    private func decline() {
        if let route = match?.route { declined.append(route) }
        match = nil
    }

    private func begin() {
        match = nil
        declined = []
        unreadable = []
        unmatched = nil
        do throws(URLTextError) {
            address = try request.isPath ? head.addressing.address(of: request.url) : URLText(request.url)
            if let address { try head.addressing.check(address) }
            enter(head)
        } catch {
            end(.invalid(error))
        }
    }

    /// Begins to ask a router.
    private func enter(_ router: Router) {
        self.router = router
        guard let address else { return }
        let state = router.snapshot
        unmatched = state.unmatched ?? unmatched
        ownSticky = router.stickyItems(of: address)
        visibleSticky = sticky.filter { router.stickyKeys.contains($0.key) }.merging(ownSticky) { $1 }
        matches = (router === head ? candidate ?? state.table : state.table).matches(address)
    }

    private func follow(_ target: RedirectTarget, of match: RouteMatch) {
        trail.append(match.route)
        do throws(RouteURLError) {
            redirect(to: try target.url(for: match, at: router.addressing))
        } catch {
            end(.failed(error))
        }
    }

    private func park(by asked: Guard, for target: String?) {
        guard let parked = ParkedNavigation(request, by: asked.name) else {
            let error = RedirectError(reason: .tooManyParked, target: target ?? request.url, parked: request.parked)
            return end(.failed(error))
        }
        // What was parked is not handled, and neither is what led to it.
        sticky = request.sticky
        ownSticky = [:]
        guard let target else { return end(.parked(parked)) }
        redirect(to: target, insteadOf: parked)
    }

    private func redirect(to target: String, insteadOf parked: ParkedNavigation? = nil) {
        guard redirects.count < OpenRequest.maximumHops else {
            let last = parked ?? detours.last?.parked
            return end(.failed(RedirectError(reason: .tooManyHops, target: target, parked: last)))
        }
        let url: String
        do throws(RouteURLError) {
            url = try self.url(of: target)
        } catch {
            return end(.failed(error))
        }
        redirects.append(url)
        guard request.redirects == .all else { return end(parked.map { .parked($0) } ?? .redirected(to: url)) }
        if let parked {
            detours.append((parked, target))
            request = OpenRequest(url, [:], nil, request.sticky, isPath: request.isPath, parked: parked)
        }
        request.url = url
        request.isPath = request.isPath && target.begins(with: "/")
        sticky.merge(ownSticky) { $1 }
        begin()
    }

    /// The URL, or the path, of a place that is named.
    private func url(of target: String) throws(RouteURLError) -> String {
        if request.isPath { return try Addressing.place(target) }
        return try address.map { address throws(RouteURLError) in
            try router.addressing.url(of: target, seenFrom: address)
        } ?? target
    }

    /// Ends as handled; only now the sticky items of the URL are kept.
    private func handle(returning value: (any Sendable)?) {
        end(.handled, returning: value, sticky: sticky.merging(ownSticky) { $1 })
    }

    /// An opening that a guard parked ends as parked once the other place was opened.
    private func end(
        _ result: RouteOutcome.Result, returning value: (any Sendable)? = nil, sticky: [String: String]? = nil
    ) {
        var result = result
        if let first = detours.first, let last = detours.last {
            switch result {
            case .handled, .parked: result = .parked(first.parked)
            case .failed: break
            default: result = .failed(RedirectError(reason: .unhandled, target: last.target, parked: last.parked))
            }
        }
        ending = RouteOutcome(result, redirects: redirects, returned: value, sticky: sticky ?? request.sticky)
    }
}
