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

    /// What lookups are made with: of a table that was made at once, and of one that grew.
    private let ready: RouteMatcher
    private let isReady: Bool
    private let lazyMatcher = AtomicLazyReference<RouteMatcher>()

    /// The tree of the newest of some versions, or `nil` when there is none, or when somebody works on it.
    private final class Workspace: Sendable {
        let tree = Protected<RouteTree?>(nil)
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
        let newest = workspace.tree.withLock { $0 }
        if let newest, newest.count == records.count { return newest }
        let tree = madeTree
        workspace.tree.withLock { known in
            if known == nil { known = tree }
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
        let grown = consume tree
        let old = index.workspace.tree.withLock { tree in
            defer { tree = grown }
            return tree
        }
        withExtendedLifetime(old) {}
        return index
    }

    /// The tree, if the newest version is this; nothing but the caller has it then.
    private var takenTree: RouteTree? {
        workspace.tree.withLock { tree in
            guard tree?.count == records.count else { return nil }
            defer { tree = nil }
            return tree
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
