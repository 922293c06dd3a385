import SignalboxCore

/// The state of one opening, which decides what guard or handler is called next.
///
/// A journey calls no foreign code, so that `open` and `openNow` take the same steps. The type
/// is not copyable: asynchronous functions would copy a journey at each call.
struct Journey: ~Copyable {
    enum Step: Sendable {
        /// A block is asked whether an opening of the URL may leave what is shown.
        case leave(RouteBlock, String)
        case ask(Guard, RouteMatch)
        case call(RouteMatch)
        /// The listener gets the miss.
        case report(IsolatedHandler<RouteMiss, Void>, RouteMiss)
        case end
    }

    enum Answer: Sendable {
        case leaving(Bool, RouteBlock)
        case decision(Guard.Decision, guardName: String)
        case reply(RouteReply)
        case none
    }

    /// The most redirects that one opening follows.
    static let maximumHops = 8

    /// The trace that records the opening.
    let trace: Trace

    /// The source location of the call that opens.
    private let location: SourceLocation

    private let head: Router

    /// The opening as others see it; `nil` if no blocks are asked and openings are independent.
    let navigation: Navigation?

    /// The blocks that are asked before the first guard.
    private let blocks: [RouteBlock]
    private var blockNumber = 0

    /// A Boolean value that indicates whether the navigation has begun.
    private var isNavigationStarted = false

    private(set) var request: OpenRequest
    /// The navigation that was parked first, and the last target that was opened instead.
    private var detour: ParkedNavigation?
    private var detourTarget = ""

    /// The router whose routes are asked now.
    private var router: Router
    private var address: URLText?

    /// The matches of the URL in the routes of the router; `nil` if there are no more.
    private var candidates: RouteTable<RegisteredRoute>.Matches?
    private var match: RouteMatch?
    private var guardNumber = 0
    private var declined: [RegisteredRoute] = []
    private var unreadable: [RouteValueError] = []
    private var isReported = false

    /// The outcome; before the end, that of a caller that cannot wait for the next step.
    private(set) var outcome: RouteOutcome
    private var isEnded = false

    /// Creates the journey of a request that begins at a router.
    init(_ request: OpenRequest, from head: Router, at location: SourceLocation) {
        self.head = head
        self.location = location
        trace = head.trace
        router = head
        navigation = head.makeNavigation(to: request.url)
        blocks = navigation.map { $0.parent == nil ? head.allBlocks : [] } ?? []
        self.request = request
        outcome = RouteOutcome(result: .needsAwait)
        start()
    }

    /// Returns the next step.
    mutating func next() -> Step {
        while !isEnded {
            if let url = navigation?.supersedingURL {
                supersede(by: url)
            } else if let match {
                return nextStep(to: match)
            } else if let found = nextMatch() {
                match = found
                guardNumber = 0
            } else if let fallback = router.fallback {
                ask(fallback)
            } else if let report = nextReport() {
                return report
            } else {
                end(declined.isEmpty ? .notFound : .declined(by: declined))
            }
        }
        return .end
    }

    private mutating func nextMatch() -> RouteMatch? {
        guard let hit = candidates?.nextHit(), let candidates, let path = candidates.path, let address else {
            candidates = nil
            return nil
        }
        return RouteMatch(hit, in: candidates.table, path.text, of: address, request)
    }

    /// Blocks come before guards, and guards before the handler.
    private mutating func nextStep(to match: RouteMatch) -> Step {
        if blockNumber < blocks.count {
            blockNumber += 1
            return .leave(blocks[blockNumber - 1], request.url)
        }
        let guards = match.route.guards
        if guardNumber < guards.count {
            guardNumber += 1
            return .ask(guards[guardNumber - 1], match)
        }
        return .call(match)
    }

    /// The report of a URL that no handler handles; `nil` without a listener, or after the report.
    private mutating func nextReport() -> Step? {
        guard !isReported, let listener = head.listener else { return nil }
        isReported = true
        let miss = RouteMiss(url: request.url, extras: request.extras, declinedBy: declined, unreadable: unreadable)
        return .report(listener, miss)
    }

    /// Takes what a guard decided or a handler replied.
    mutating func take(_ answer: Answer) throws {
        if navigation?.supersedingURL != nil { return }
        switch answer {
        case .decision(.proceed, _), .none, .leaving(true, _): break
        case .leaving(false, let block): endBlocked(by: block)
        case .decision(.refuse(let reason), _): end(.refused(reason))
        case .decision(.park(let target), let guardName): try park(by: guardName, for: target)
        case .decision(.redirect(let target), _), .reply(.redirect(let target)): try redirect(to: text(of: target))
        case .reply(.handled): end(.handled)
        case .reply(.value(let value)): end(.handled, returning: value)
        case .reply(.declined): decline()
        }
    }

    /// Takes what was thrown instead of an answer.
    mutating func take(_ error: any Error) {
        if navigation?.supersedingURL != nil { return }
        guard let error = error as? UnreadableRoute else { return end(.failed(error)) }
        unreadable.append(error.reason)
        decline()
    }
}

extension Journey {
    /// Starts with the URL of the request, which may be the target of a redirect.
    private mutating func start() {
        match = nil
        declined = []
        unreadable = []
        isReported = false
        do throws(URLTextError) {
            address = try request.isPath ? head.addressing.address(of: request.url) : URLText(request.url)
            if let address { try head.addressing.check(address) }
            ask(head)
        } catch {
            end(.invalid(error))
        }
    }

    /// Looks the path up in the routes of a router.
    private mutating func ask(_ router: Router) {
        self.router = router
        candidates = address.flatMap { address in
            router.addressing.path(of: address).map { .init(table: router.table, path: $0, url: address) }
        }
    }

    /// Begins an event of this opening.
    func begin(_ kind: TraceEvent.Kind, of subject: String, to receiver: SourceLocation? = nil) -> Trace.Cause? {
        trace.begin(TraceEvent(kind, of: subject, at: location, to: receiver, in: head.name))
    }

    private mutating func decline() {
        if let route = match?.route { declined.append(route) }
        match = nil
    }

    private mutating func park(by guardName: String, for target: (any RouteTarget)?) throws {
        let target = try target.map { try text(of: $0) }
        guard let parked = ParkedNavigation(request, by: guardName, of: head) else {
            throw RedirectError(reason: .tooManyParked, target: target ?? request.url, parked: request.parked)
        }
        guard let target else { return end(.parked(parked)) }
        try redirect(to: target, insteadOf: parked)
    }

    /// The text of a target, which is a path of the router that is asked, or a whole URL.
    ///
    /// A value of a route is looked up in the router that was opened, unless its paths are others.
    private func text(of target: any RouteTarget) throws -> String {
        try target.redirectTarget(in: head.addressing == router.addressing ? head : router)
    }

    private mutating func redirect(to target: String, insteadOf parked: ParkedNavigation? = nil) throws {
        guard outcome.redirects.count < Self.maximumHops else {
            let last = parked ?? detour.flatMap { _ in request.parked }
            throw RedirectError(reason: .tooManyHops, target: target, parked: last)
        }
        let url = try url(of: target)
        outcome.redirects.append(url)
        trace.end(begin(.redirect, of: request.url, to: match?.route.location), .redirected(to: url))
        guard request.redirects == .all else { return end(parked.map { .parked($0) } ?? .redirected(to: url)) }
        if let parked {
            detour = detour ?? parked
            detourTarget = target
            request.parked = parked
            request.extras = [:]
            request.payload = nil
            request.question = nil
        }
        request.isPath = request.isPath && target.begins(with: "/")
        request.url = url
        start()
    }

    /// Returns the URL, or the path, of a redirect target.
    private func url(of target: String) throws(RouteURLError) -> String {
        guard !request.isPath, let address else { return try Addressing.checked(target) }
        return try router.addressing.url(of: target, seenFrom: address)
    }

    /// An opening that a guard parked ends as parked once the guard's target was opened.
    private mutating func end(_ result: RouteOutcome.Result, returning value: (any Sendable)? = nil) {
        var result = result
        if let detour {
            switch result {
            case .handled, .parked: result = .parked(detour)
            case .failed: break
            default: result = .failed(RedirectError(reason: .unhandled, target: detourTarget, parked: request.parked))
            }
        }
        outcome.result = result
        outcome.route = match?.route
        outcome.returned = value
        isEnded = true
    }
}

/// The opening as others see it.
extension Journey {
    /// Begins the navigation with the first block, guard or handler.
    ///
    /// - Throws: An error if a newer opening has superseded this one.
    mutating func startNavigation(before step: Step) throws {
        guard let navigation else { return }
        if !isNavigationStarted, step.isForeign {
            isNavigationStarted = true
            navigation.supersedeOlder()
        }
        try navigation.ensureNotSuperseded()
    }

    /// Ends the navigation: what it led to counts if no newer opening superseded it before.
    mutating func conclude() {
        if let url = navigation?.end() { supersede(by: url) }
    }

    /// Ends the opening, which a block did not let leave.
    private mutating func endBlocked(by block: RouteBlock) {
        outcome.result = .blocked(by: block.location)
        isEnded = true
    }

    /// Ends the opening, which one of a URL superseded.
    private mutating func supersede(by url: String) {
        outcome.result = .superseded(by: url)
        outcome.route = nil
        outcome.returned = nil
        isEnded = true
    }
}

extension Journey.Step {
    /// A Boolean value that indicates whether the step calls a block, a guard or a handler of the app.
    ///
    /// A redirect that was registered with its target calls none.
    fileprivate var isForeign: Bool {
        switch self {
        case .leave, .ask: true
        case .call(let match): match.route.redirect == nil
        case .report, .end: false
        }
    }
}

/// A request to open a URL or a path, perhaps instead of a parked navigation.
struct OpenRequest: Sendable {
    /// A whole URL, or a path that begins with a slash.
    var url: String
    var isPath = false
    var extras: [String: String] = [:]
    var payload: (any Sendable)?
    /// The question of `ask`.
    var question: RouteQuestion?
    var redirects = RedirectPolicy.all
    /// The navigation that was parked for this one.
    var parked: ParkedNavigation?
    /// The number of nested resumptions, this one included.
    var resumptionCount = 0
}

extension OpenRequest {
    /// Creates a request to open a path, which gets the slash at its beginning if it has none.
    init(path: String, extras: [String: String], payload: (any Sendable)?, redirects: RedirectPolicy) {
        self.init(
            url: path.begins(with: "/") ? path : "/" + path, isPath: true, extras: extras, payload: payload,
            redirects: redirects)
    }
}
