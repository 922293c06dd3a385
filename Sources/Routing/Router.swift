public import Dispatchers

/// Opens places that are named by URLs.
///
/// ```swift
/// let router = Router(origins: ["shop://", "https://shop.example"])
/// try router.register { $0.on("/product/:id") { match in show(try match["id", as: Int.self]) } }
/// let outcome = await router.open("shop://product/42", extras: ["source": "push"])
/// ```
///
/// Routes stay until they are removed. Any thread may register, remove and open at any time, also from inside a handler;
/// an opening works on the routes as they were when its URL, or the last one that it was redirected to, came to the
/// router. No handler runs while a lock is held.
///
/// Routers can be chained: what none of one router's routes dealt with goes on to its `fallback`, which has origins,
/// guards and sticky keys of its own. Since a fallback is there before the router, no circle can come about.
public final class Router: Sendable {
    struct State: Sendable {
        /// Counts the changes of the table.
        var version = 0
        var table: RouteTable<RegisteredRoute>
        var types: [ObjectIdentifier: RegisteredRoute] = [:]
        var unmatched: IsolatedHandler<RouteMiss, Void>?
        var sticky: [String: String] = [:]
    }

    let addressing: Addressing
    let fallback: Router?
    let types: [ParameterType]
    let stickyKeys: Set<String>
    let guards: [Guard]
    let trace: Trace
    let state: Protected<State>

    /// Makes a router for the URLs that begin with one of the origins.
    ///
    /// - Parameters:
    ///   - origins: What URLs have to begin with; the first is where ``url(for:keeping:at:)`` writes them.
    ///   - ignoringCase: Whether literals match in capital and in small letters of ASCII.
    ///   - types: What patterns may name as a parameter's type besides the built-in ones.
    ///   - sticky: The keys of query items that are remembered: later matches see the value that was opened last.
    ///   - guards: Asked before all handlers.
    ///   - fallback: Who is asked when none of the routes dealt with a URL.
    ///   - trace: What records openings and the handlers they reach; redirects and fallbacks are part of an opening.
    public convenience init(
        origins: [Origin], ignoringCase: Bool = false, types: [ParameterType] = [], sticky: Set<String> = [],
        guards: [Guard] = [], fallback: Router? = nil, trace: Trace = .shared
    ) {
        self.init(.origins(origins), ignoringCase, types, sticky, guards, fallback, trace)
    }

    /// Makes a router for all URLs, whatever their scheme.
    ///
    /// - Parameters:
    ///   - host: What the host of a URL means.
    ///   - ignoringCase: Whether literals match in capital and in small letters of ASCII.
    ///   - types: What patterns may name as a parameter's type besides the built-in ones.
    ///   - sticky: The keys of query items that are remembered: later matches see the value that was opened last.
    ///   - guards: Asked before all handlers.
    ///   - fallback: Who is asked when none of the routes dealt with a URL.
    ///   - trace: What records openings and the handlers they reach; redirects and fallbacks are part of an opening.
    public convenience init(
        host: HostRule = .ignore, ignoringCase: Bool = false, types: [ParameterType] = [], sticky: Set<String> = [],
        guards: [Guard] = [], fallback: Router? = nil, trace: Trace = .shared
    ) {
        self.init(.host(host), ignoringCase, types, sticky, guards, fallback, trace)
    }

    /// Makes a router for the URLs that a list is for; the list itself has to be registered.
    ///
    /// - Parameters:
    ///   - list: Says what URLs begin with, or what their host means.
    ///   - ignoringCase: Whether literals match in capital and in small letters of ASCII.
    ///   - types: What patterns may name as a parameter's type besides the built-in ones.
    ///   - sticky: The keys of query items that are remembered: later matches see the value that was opened last.
    ///   - guards: Asked before all handlers.
    ///   - fallback: Who is asked when none of the routes dealt with a URL.
    ///   - trace: What records openings and the handlers they reach; redirects and fallbacks are part of an opening.
    public convenience init(
        for list: RouteList, ignoringCase: Bool = false, types: [ParameterType] = [], sticky: Set<String> = [],
        guards: [Guard] = [], fallback: Router? = nil, trace: Trace = .shared
    ) {
        let addressing: Addressing = list.origins.map { .origins($0) } ?? .host(list.host)
        self.init(addressing, ignoringCase, types, sticky, guards, fallback, trace)
    }

    private init(
        _ addressing: Addressing, _ ignoringCase: Bool, _ types: [ParameterType], _ sticky: Set<String>,
        _ guards: [Guard], _ fallback: Router?, _ trace: Trace
    ) {
        self.addressing = addressing
        self.types = types
        stickyKeys = sticky
        self.guards = guards
        self.fallback = fallback
        self.trace = trace
        state = Protected(State(table: RouteTable(addressing, ignoringCase: ignoringCase)))
    }

    /// The routes as a table, which prints itself as a tree: a snapshot.
    public var table: RouteTable<RegisteredRoute> { state.withLock { $0.table } }

    /// The routes in the order of their registration: a snapshot.
    public var routes: [RegisteredRoute] { table.routes.map(\.value) }

    /// Says which route takes a URL first, or which nearly do, where they fail and why.
    ///
    /// ```swift
    /// router.onUnmatched { miss in log("\(router.explain(miss.url))") }
    /// ```
    ///
    /// Nobody is asked, and a fallback plays no part. Linear in the routes.
    public func explain(_ url: String) -> RouteExplanation {
        table.explain(url)
    }

    /// What is remembered under the sticky keys: a snapshot.
    public var stickyItems: [String: String] { state.withLock { $0.sticky } }

    /// Forgets what was remembered under the sticky keys.
    public func clearStickyItems() {
        state.withLock { $0.sticky = [:] }
    }

    /// Sets who is told of URLs that no handler dealt with, in place of the one before.
    ///
    /// It runs where it was written, after the last handler declined. Of chained routers the last that has one tells,
    /// once. Dry runs do not call it.
    public func onUnmatched(
        @_inheritActorContext _ handler: @escaping @isolated(any) @Sendable (RouteMiss) -> Void
    ) {
        let handler = IsolatedHandler(handler) { $0 }
        let old = state.withLock { state in
            defer { state.unmatched = handler }
            return state.unmatched
        }
        withExtendedLifetime(old) {}
    }
}
