/// One opening, decided step by step: who is asked next, and what an answer leads to.
///
/// It runs nothing itself, so that a caller who waits, one who cannot and a dry run go the same way. A class, since an
/// asynchronous function consists of many, each of which would take a structure of that size apart.
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
    /// The sticky items of the URLs that were redirected to this one.
    private var earlierSticky: [(router: Router, items: [String: String])] = []
    /// The navigations that were parked for another place each, outermost first.
    private var detours: [(parked: ParkedNavigation, target: String)] = []

    // What one router says to one URL: a snapshot, whose matches are looked for when they are asked for.
    private var router: Router
    private var address: URLText?
    private var sticky: [String: String] = [:]
    /// The sticky items of the URL itself.
    private var ownSticky: [String: String] = [:]
    private var matches: RouteTable<RegisteredRoute>.Matches?

    private var match: RouteMatch?
    private var guardNumber = 0
    private var isDeclined = false
    private var unreadable: [RouteValueError] = []
    private var unmatched: IsolatedHandler<RouteMiss, Void>?
    private var ending: RouteOutcome?

    /// Begins at a router.
    ///
    /// A dry run may look at a table that is not the router's yet.
    @inline(never)
    init(
        _ request: OpenRequest, from head: Router, candidate: RouteTable<RegisteredRoute>? = nil
    ) {
        self.head = head
        router = head
        self.request = request
        self.candidate = candidate
        begin()
    }

    /// The outcome; before the end, that of a caller who cannot wait for the next step.
    var outcome: RouteOutcome { ending ?? RouteOutcome(.needsAwait, redirects: redirects) }

    /// What is known when no handler dealt with the URL.
    var miss: RouteMiss {
        RouteMiss(url: request.url, extras: request.extras, isDeclined: isDeclined, unreadable: unreadable)
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
                end(isDeclined ? .declined : .notFound)
            }
        }
    }

    /// Takes what a guard decided.
    func take(_ decision: Guard.Decision, of sentinel: Guard) {
        switch decision {
        case .proceed: break
        case .refuse(let reason): end(.refused(reason))
        case .redirect(let target): redirect(to: target)
        case .park(let target): park(by: sentinel, for: target)
        }
    }

    /// Takes what a handler replied.
    func take(_ reply: RouteReply) {
        switch reply {
        case .handled: handle()
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
    @inline(never)
    private func findMatch() -> Bool {
        guard let address, let found = matches?.next() else { return false }
        match = RouteMatch(found, request, address, sticky: sticky)
        return true
    }

    private func decline() {
        isDeclined = true
        match = nil
    }

    @inline(never)
    private func begin() {
        match = nil
        isDeclined = false
        unreadable = []
        unmatched = nil
        do throws(URLTextError) {
            address = try URLText(request.url)
            enter(head)
        } catch {
            end(.invalid(error))
        }
    }

    /// Begins to ask a router.
    @inline(never)
    private func enter(_ router: Router) {
        guard let address else { return }
        let state = router.snapshot
        self.router = router
        unmatched = state.unmatched ?? unmatched
        ownSticky = router.stickyItems(of: address)
        sticky = state.sticky.merging(ownSticky) { $1 }
        matches = (router === head ? candidate ?? state.table : state.table).matches(address)
    }

    @inline(never)
    private func follow(_ target: RedirectTarget, of match: RouteMatch) {
        trail.append(match.route)
        do throws(RouteURLError) {
            redirect(to: try target.url(for: match, at: router.addressing))
        } catch {
            end(.failed(error))
        }
    }

    private func park(by sentinel: Guard, for target: String?) {
        guard let parked = ParkedNavigation(request, by: sentinel.name) else {
            let error = RedirectError(reason: .tooManyParked, target: target ?? request.url, parked: request.parked)
            return end(.failed(error))
        }
        guard let target else { return end(.parked(parked)) }
        detours.append((parked, target))
        // What was parked is not handled, and neither is what led to it.
        earlierSticky = []
        ownSticky = [:]
        redirect(to: target, insteadOf: parked)
    }

    @inline(never)
    private func redirect(to target: String, insteadOf parked: ParkedNavigation? = nil) {
        guard redirects.count < OpenRequest.maximumHops else {
            let error = RedirectError(reason: .tooManyHops, target: target, parked: detours.last?.parked)
            return end(.failed(error))
        }
        do throws(RouteURLError) {
            let url = try address.map { address throws(RouteURLError) in
                try router.addressing.url(of: target, seenFrom: address)
            }
            if let parked { request = OpenRequest(url: target, parked: parked) }
            request.url = url ?? target
        } catch {
            return end(.failed(error))
        }
        if !ownSticky.isEmpty { earlierSticky.append((router, ownSticky)) }
        redirects.append(request.url)
        begin()
    }

    /// Ends as handled; only now the sticky items of the URL are kept.
    private func handle(returning value: (any Sendable)? = nil) {
        for (router, items) in earlierSticky + [(router, ownSticky)] where !items.isEmpty { router.remember(items) }
        end(.handled, returning: value)
    }

    /// An opening that a guard parked ends as parked once the other place was opened.
    @inline(never)
    private func end(_ result: RouteOutcome.Result, returning value: (any Sendable)? = nil) {
        guard let first = detours.first, let last = detours.last else {
            ending = RouteOutcome(result, redirects: redirects, returned: value)
            return
        }
        switch result {
        case .handled, .parked:
            ending = RouteOutcome(.parked(first.parked), redirects: redirects, returned: value)
        case .failed: ending = RouteOutcome(result, redirects: redirects)
        default:
            let error = RedirectError(reason: .unhandled, target: last.target, parked: last.parked)
            ending = RouteOutcome(.failed(error), redirects: redirects)
        }
    }
}

/// What is to be opened, and in whose place.
struct OpenRequest: Sendable {
    /// The most redirects that one opening follows.
    static let maximumHops = 8

    var url: String
    var extras: [String: String] = [:]
    var payload: (any Sendable)?
    var parked: ParkedNavigation?
}
