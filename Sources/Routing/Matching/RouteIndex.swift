import Dispatchers
import Synchronization

/// One version of the routes of a table, without what they lead to.
///
/// The version behind it goes on with the same tree, so that routes that are added one by one cost the same each. The
/// tree is laid out for lookups when the first one is made, and then given up until there are more routes.
final class RouteIndex: Sendable {
    let addressing: Addressing
    let isIgnoringCase: Bool
    let records: SharedList<RouteRecord>

    private let workspace: Workspace
    private let version = Version()

    /// What lookups are made with: of a table that was made at once, and of one that grew.
    private let ready: RouteMatcher
    private let isReady: Bool
    private let lazyMatcher = AtomicLazyReference<RouteMatcher>()

    /// Tells versions apart: several can grow from one at the same time, to the same number of routes.
    private final class Version: Sendable {}

    /// The tree of one of some versions, mostly the newest; `nil` when there is none, or while it grows.
    private final class Workspace: Sendable {
        let current = Protected<(tree: RouteTree, version: Version)?>(nil)
    }

    init(_ addressing: Addressing, isIgnoringCase: Bool, _ records: [RouteRecord] = []) {
        var list = SharedList<RouteRecord>()
        list.append(records)
        self.records = list
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
        workspace = Workspace()
        ready = RouteMatcher(RouteTree(records, isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts))
        isReady = true
    }

    private init(_ old: RouteIndex, _ records: SharedList<RouteRecord>, _ workspace: Workspace) {
        addressing = old.addressing
        isIgnoringCase = old.isIgnoringCase
        self.records = records
        self.workspace = workspace
        ready = old.ready
        isReady = false
    }

    /// The best route for a path, or `nil` when there is none.
    @inline(__always)
    func best(_ path: String) -> RouteHit? { isReady ? ready.best(path) : matcher.best(path) }

    /// What lookups are made with.
    ///
    /// Linear in the routes for the first of a version.
    var matcher: RouteMatcher {
        if isReady { return ready }
        if let matcher = lazyMatcher.load() { return matcher }
        return lazyMatcher.storeIfNil(RouteMatcher(takenTree ?? madeTree))
    }

    /// The tree of this version.
    ///
    /// Linear in the routes, unless they were added since the last lookup.
    var tree: RouteTree {
        if let known = workspace.current.withLock({ $0 }), known.version === version { return known.tree }
        let tree = madeTree
        workspace.current.withLock { current in
            if current == nil { current = (tree, version) }
        }
        return tree
    }

    /// The version with more routes.
    ///
    /// Linear in those, unless there was a lookup, or another version with more routes.
    func adding(_ others: [RouteRecord]) -> RouteIndex {
        let taken = takenTree
        let isNewest = taken != nil
        // A second reference would make the tree be copied when it changes.
        var tree = (consume taken) ?? madeTree
        for record in others { tree.insert(record) }
        var records = records
        records.append(others)
        let index = RouteIndex(self, records, isNewest ? workspace : Workspace())
        let grown = (tree: consume tree, version: index.version)
        let old = index.workspace.current.withLock { current in
            defer { current = grown }
            return current
        }
        withExtendedLifetime(old) {}
        return index
    }

    /// The tree of this version, if there is one; nothing but the caller has it then.
    private var takenTree: RouteTree? {
        workspace.current.withLock { current in
            guard current?.version === version else { return nil }
            defer { current = nil }
            return current?.tree
        }
    }

    private var madeTree: RouteTree {
        RouteTree(records.all, isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts)
    }
}

extension Addressing {
    /// Whether the first segment of a path may be a host.
    var hasHosts: Bool {
        switch self {
        case .host(let rule): rule == .path
        case .origins: true
        }
    }
}
