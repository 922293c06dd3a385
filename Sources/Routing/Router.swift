public import SignalboxCore

// The folders of this module:
//
// - `URLs`: how a URL is read. `Patterns`: how a pattern is read. `Matching`: how the routes of a URL are found.
// - `Opening`: what happens to a URL that is opened. `Registering`: how routes are added.
// - `Conflicts`: which routes hide others. `Explaining`: why a URL matches nothing.
// - `Typed`: routes as types, and how URLs are written. `Documents`: lists of routes as JSON. `Links`: files for web sites.

/// Opens the screens of an app by URL.
///
/// ```swift
/// let router = Router(origins: ["shop://", "https://shop.example"])
/// try router.register { $0.on("/product/:id") { match in show(try match["id", as: Int.self]) } }
/// let outcome = await router.open("shop://product/42", extras: ["source": "push"])
/// ```
///
/// Routes stay until they are removed. Any thread may register, remove and open at any time, also from inside a
/// handler; an opening uses the routes that were registered when its URL, or the last target of a redirect, reached the
/// router. No handler runs while a lock is held.
///
/// Routers can be chained: a URL that no route of a router handles is passed to its `fallback`, which has origins
/// and guards of its own. A fallback exists before its router, so there cannot be a cycle. A chain has at most 1,000
/// routers.
public final class Router: Sendable {
    let addressing: Addressing
    let types: [ParameterType]
    let trace: Trace
    let isIgnoringCase: Bool

    /// The openings that have not ended, if a newer one supersedes them.
    let pendingOpenings: PendingOpenings?

    /// The openings that wait for the router to begin, if it starts held.
    let heldOpenings: HeldOpenings?

    /// The functions that are asked before an opening leaves what is shown.
    let blockers = ListenerList<String, Bool>()

    /// The functions that get each opening that has ended.
    let outcomeObservers = ListenerList<RouteOpening, Void>()

    /// The clock by which openings are measured for observers.
    let clock: any Clock<Duration>

    private let state = Protected(State())

    /// The name of the router in traces and in parked navigations.
    public let name: String?

    /// The guards that are asked before all handlers, in that order.
    public let guards: [Guard]

    /// The router that is asked when no route handles a URL.
    public let fallback: Router?

    /// The most routers of a chain; each is released by the one before.
    static let longestChain = 1_000

    /// The number of chained routers, this one included.
    private let chainLength: Int

    /// Creates a router without routes.
    ///
    /// - Parameters:
    ///   - name: The name of the router in traces and in parked navigations.
    ///   - origins: The beginnings of URLs; ``url(for:at:)`` writes the first one. `nil` takes all
    ///     URLs.
    ///   - host: The meaning of the host of a URL, without origins.
    ///   - ignoringCase: `true` if literals match regardless of the case of ASCII letters.
    ///   - types: The types of parameters that patterns may name besides the built-in ones.
    ///   - guards: Asked before all handlers.
    ///   - fallback: The router that is asked when no route handles a URL.
    ///   - pending: The effect of an opening on those that have not ended. The policy of the router that is opened
    ///     counts, also for its fallbacks.
    ///   - startsHeld: `true` if openings wait until ``begin(_:)`` is called on this router.
    ///   - clock: The clock that measures the openings that are observed.
    ///   - trace: The trace that records openings, with guards, redirects and handlers.
    public init(
        name: String? = nil, origins: [Origin]? = nil, host: HostRule = .ignore, ignoringCase: Bool = false,
        types: [ParameterType] = [], guards: [Guard] = [], fallback: Router? = nil,
        pending: PendingPolicy = .independent, startsHeld: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(), trace: Trace = .shared
    ) {
        addressing = origins.map { .origins($0) } ?? .host(host)
        self.name = name
        self.types = types
        self.guards = guards
        isIgnoringCase = ignoringCase
        self.fallback = fallback
        chainLength = (fallback?.chainLength ?? 0) + 1
        precondition(
            chainLength <= Self.longestChain,
            "at most \(Self.longestChain) routers are chained by `fallback`; register the routes in one router instead")
        pendingOpenings = pending == .cancelsOlder ? PendingOpenings() : nil
        heldOpenings = startsHeld ? HeldOpenings() : nil
        self.clock = clock
        self.trace = trace
    }

    /// The routes as a table, which prints itself as a tree: a snapshot.
    ///
    /// Linear in the routes after a change. Types may be foreign code, so the table is made without the lock.
    public var table: RouteTable<RegisteredRoute> {
        let known = state.withLock { state in
            defer { if state.table != nil { state.conflicts = nil } }
            return (table: state.table, released: state.table == nil ? nil : state.conflicts)
        }
        if let table = known.table { return withExtendedLifetime(known.released) { table } }
        let seen = state.withLock { (routes: $0.routes, changeCount: $0.changeCount) }
        let table = RouteTable(
            addressing, ignoringCase: isIgnoringCase, seen.routes.map(\.record), values: seen.routes)
        state.withLock { state in
            if state.changeCount == seen.changeCount { state.table = table }
        }
        return table
    }

    /// The routes in the order of their registration: a snapshot.
    public var routes: [RegisteredRoute] { state.withLock { $0.routes } }
}

extension Router {
    /// The parts of a router that change.
    struct State {
        var routes: [RegisteredRoute] = []
        var unmatched: UnmatchedListener?

        /// The number of routes from which on the next registration of an owner looks for released owners.
        var sweepThreshold = 16

        /// The number of changes of the routes and the listener.
        fileprivate(set) var changeCount = 0

        /// The index in which conflicts of the next routes are found.
        ///
        /// The second opening after a change releases it, so registering and opening in turn do not make it again each
        /// time.
        var conflicts: KnownConflicts?

        /// The routes as openings see them, made by the first that needs them after a change.
        fileprivate(set) var table: RouteTable<RegisteredRoute>?
    }

    /// An index of conflicts in an object of its own, since it is large.
    final class KnownConflicts: Sendable {
        let index: ConflictIndex

        init(_ index: ConflictIndex) { self.index = index }
    }

    /// The router and its fallbacks, in the order in which they are asked.
    var chain: RouterChain { RouterChain(first: self) }

    /// Calls a body with the state under the lock.
    ///
    /// Changes that invalidate the table go through `change`.
    func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock(body) }

    /// Changes the state, unless it was changed after a time; returns whether it was changed.
    ///
    /// The result of the body is released without the lock, since it may hold handlers.
    @discardableResult
    func change<Former: Sendable>(after time: Int? = nil, _ body: (inout State) -> Former) -> Bool {
        let former = state.withLock { state -> (Former, RouteTable<RegisteredRoute>?)? in
            guard time == nil || time == state.changeCount else { return nil }
            let former = (body(&state), state.table)
            state.table = nil
            state.changeCount += 1
            return former
        }
        return withExtendedLifetime(former) { former != nil }
    }
}

/// A router and its fallbacks, in the order in which they are asked.
struct RouterChain: Sequence, IteratorProtocol {
    private var upcoming: Router?

    init(first: Router) { upcoming = first }

    mutating func next() -> Router? {
        let router = upcoming
        upcoming = router?.fallback
        return router
    }
}
