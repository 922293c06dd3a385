import Dispatchers
import Synchronization

/// One version of the routes of a table, without what they lead to.
///
/// The tree of a version that routes were added to is built when something is first looked up in it.
final class RouteIndex: Sendable {
    let addressing: Addressing
    let isIgnoringCase: Bool
    let records: SharedList<RouteRecord>

    /// The tree of a table that was made at once, and of one that grew.
    private let ready: RouteTree
    private let isReady: Bool
    private let lazyTree = AtomicLazyReference<RouteTree>()

    /// What the conflicts of the next routes are found with: handed on from version to version, and released by the first
    /// lookup.
    private let conflicts = Protected<ConflictIndex?>(nil)

    init(_ addressing: Addressing, isIgnoringCase: Bool, _ records: [RouteRecord] = []) {
        self.records = SharedList(records)
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
        ready = RouteTree(records, isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts)
        isReady = true
    }

    private init(_ old: RouteIndex, adding others: [RouteRecord]) {
        addressing = old.addressing
        isIgnoringCase = old.isIgnoringCase
        records = old.records.adding(others)
        ready = old.ready
        isReady = false
    }

    /// The best route for a path, or `nil` when there is none.
    @inline(__always)
    func best(_ path: String) -> RouteHit? { isReady ? ready.best(path) : tree.best(path) }

    /// What paths are looked up in.
    ///
    /// Linear in the routes for the first of a version.
    var tree: RouteTree {
        if isReady { return ready }
        if let tree = lazyTree.load() { return tree }
        withExtendedLifetime(takenConflicts) {}
        return lazyTree.storeIfNil(
            RouteTree(records.all, isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts))
    }

    /// The version with more routes, and the conflicts that they bring.
    ///
    /// Linear in those, unless there was a lookup since routes were last added.
    ///
    /// - Parameters:
    ///   - others: The routes.
    ///   - maximumCount: After how many conflicts the search ends.
    ///   - isReported: Whether a conflict is looked for of which this is the number of the second route.
    /// - Returns: The version, the conflicts, and whether everything was looked at.
    func adding(
        _ others: [RouteRecord], maximumCount: Int = .max, isReported: (Int) -> Bool = { _ in true }
    ) -> (index: RouteIndex, conflicts: [RouteConflict], isComplete: Bool) {
        let taken = takenConflicts
        // A second reference would make the index be copied when it changes.
        var search = (consume taken) ?? ConflictIndex(addressing, isIgnoringCase: isIgnoringCase, records.all)
        let found = search.add(others, maximumCount: maximumCount, isReported: isReported)
        let isComplete = search.isComplete
        let index = RouteIndex(self, adding: others)
        // After many routes at once it is not worth its memory.
        if others.count * 2 < records.count {
            let grown = consume search
            index.conflicts.withLock { $0 = grown }
        }
        return (index, found, isComplete)
    }

    /// The index of conflicts of this version, if there is one; nothing but the caller has it then.
    private var takenConflicts: ConflictIndex? {
        conflicts.withLock { conflicts in
            defer { conflicts = nil }
            return conflicts
        }
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

/// A list that shares most of its elements with the lists that it grew from.
///
/// A plain array would be copied whole whenever an older list is still in use. Here what was added later is kept in batches,
/// each larger than the one behind it, so that adding one copies few of them. A list that was made at once has none.
///
/// A class, so that a copy of a table counts few references.
final class SharedList<Element: Sendable>: Sendable {
    private let first: [Element]
    private let batches: [[Element]]

    /// How many elements there are.
    var count: Int { batches.reduce(first.count) { $0 + $1.count } }

    /// All elements.
    ///
    /// Linear, unless they were added at once.
    var all: [Element] { batches.isEmpty ? first : first + batches.joined() }

    init(_ elements: [Element]) {
        first = elements
        batches = []
    }

    private init(_ first: [Element], _ batches: [[Element]]) {
        self.first = first
        self.batches = batches
    }

    subscript(index: Int) -> Element {
        if index < first.count { return first[index] }
        var index = index - first.count
        var batch = 0
        while index >= batches[batch].count {
            index -= batches[batch].count
            batch += 1
        }
        return batches[batch][index]
    }

    /// The list with more elements behind all others.
    func adding(_ elements: [Element]) -> SharedList {
        guard !elements.isEmpty else { return self }
        var batches = batches
        var last = elements
        while let batch = batches.last, batch.count <= last.count {
            batches.removeLast()
            last = batch + last
        }
        guard batches.isEmpty, first.count <= last.count else { return SharedList(first, batches + [last]) }
        return SharedList(first + last)
    }
}
