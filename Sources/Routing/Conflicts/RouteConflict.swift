// The files of this folder:
//
// - `RouteConflict`: what a conflict is.
// - `ConflictIndex`: how the conflicts of a route are found.
// - `PatternSegment+Relations`: which segments match all that others match. `SharedText`: which text two segments match.

/// Two routes of which one hides the other without an explicit reason.
///
/// A literal and a parameter at the same position are not in conflict. Neither are two routes that overlap without one of
/// them covering the other: the order of routes decides. These are conflicts:
///
/// - *Duplicate*: both have the same priority and, but for the names of parameters, the same pattern; schemes overlap.
/// - *Unreachable*: a route of higher priority matches all URLs of the other. If the groups of that describe several
///   paths, each of them may be matched by another route; then the last registered of these is named.
/// - *Ambiguous*: only the order of registration decides which route matches a URL first, and there is such a URL.
///
/// Groups count path by path: `/a(/b)` and `/a/b` are duplicates.
public struct RouteConflict: Sendable, Hashable {
    /// A kind of conflict.
    @nonexhaustive public enum Kind: String, Sendable {
        /// Same priority and same shape.
        case duplicate

        /// A route of higher priority matches all URLs of the other.
        case unreachable

        /// Both match the witness, and only the order of registration differs.
        case ambiguous
    }

    /// One of the two routes.
    public struct Party: Sendable, Hashable {
        /// The index of the route in ``RouteTable/routes``.
        public let index: Int

        /// The pattern of the route.
        public let pattern: RoutePattern

        /// The priority of the route.
        public let priority: Int

        init(index: Int, _ record: RouteRecord) {
            self.index = index
            pattern = record.pattern
            priority = record.priority
        }
    }

    /// The kind of the conflict.
    public let kind: Kind

    /// The route that was registered earlier.
    public let first: Party

    /// The route that was registered later.
    public let second: Party

    /// A URL that both match, if they are ambiguous.
    public let witness: String?
}

extension RouteConflict {
    /// The route that is asked last: the one of lower priority, or else the one that was registered later.
    var covered: Party { isReversed ? first : second }

    /// The route that is asked before `covered`.
    var covering: Party { isReversed ? second : first }

    private var isReversed: Bool { kind == .unreachable && first.priority < second.priority }
}

extension RouteConflict: CustomStringConvertible {
    /// The conflict and its routes, in one sentence.
    public var description: String {
        let own = "“\(covered.pattern.text.printed)”"
        let other = "“\(covering.pattern.text.printed)”"
        switch kind {
        case .duplicate: return "The route \(own) has the shape and the priority of \(other)."
        case .unreachable:
            return """
                The route \(own) is hidden: \(other) has a higher priority \
                (\(covering.priority) against \(covered.priority)) and takes all that it would.
                """
        case .ambiguous:
            let witness = witness.map { ": “\($0.printed)”" } ?? ""
            return "Only the order of registration decides between \(other) and \(own) where both match\(witness)."
        }
    }
}

extension RouteTable {
    /// The conflicts between the routes of the table, in the order of their second routes, each pair once.
    ///
    /// At most sixteen earlier routes of the same rank are named for one route, duplicates before others. A path is
    /// compared with the first 32 that differ from it only in names, hosts and queries, and with the first 32 typed or
    /// mixed segments at one position, so the search is linear in the routes, unless their priorities differ: then a
    /// parameter is compared with all literals at its position, up to a number of steps. The value is computed at each
    /// access.
    public var conflicts: [RouteConflict] {
        var index = ConflictIndex(tree.addressing, isIgnoringCase: tree.isIgnoringCase)
        return tree.records.flatMap { index.add($0) }
    }
}
