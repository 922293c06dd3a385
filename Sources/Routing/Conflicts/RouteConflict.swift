/// Two routes of which one takes URLs from the other, for no reason that anybody wrote down.
///
/// A literal beside a parameter is no conflict, and neither are two routes that overlap without one of them covering
/// the other: the order of routes says which is asked first. What is a conflict:
///
/// - *Duplicate*: both have the same priority and, but for the names of parameters, the same pattern; schemes overlap.
/// - *Unreachable*: a route of higher priority takes all that the other would. When its groups stand for several paths,
///   each of them is taken by one route; then the last registered of these is named.
/// - *Ambiguous*: only the order of registration tells which of both gets a URL, and there is such a URL.
///
/// Groups count path by path: `/a(/b)` and `/a/b` are duplicates.
public struct RouteConflict: Sendable, Hashable {
    /// A kind of conflict.
    public enum Kind: String, Sendable {
        /// Same priority and same shape.
        case duplicate

        /// All that a route takes goes to one of higher priority.
        case unreachable

        /// Both take the witness, and rank alike in everything but registration.
        case ambiguous
    }

    /// One of the two routes.
    public struct Party: Sendable, Hashable {
        /// Its number in ``RouteTable/routes``.
        public let index: Int

        /// Its pattern.
        public let pattern: RoutePattern

        /// Its priority.
        public let priority: Int
    }

    /// What is wrong.
    public let kind: Kind

    /// The route that was registered earlier.
    public let first: Party

    /// The route that was registered later.
    public let second: Party

    /// A URL that both take, when they are ambiguous; it was tried with both.
    public let witness: String?
}

extension RouteConflict.Party {
    init(index: Int, _ record: RouteRecord) {
        self.init(index: index, pattern: record.pattern, priority: record.priority)
    }
}

extension RouteConflict: CustomStringConvertible {
    /// What is wrong with which routes, in one sentence.
    public var description: String {
        let isReversed = kind == .unreachable && first.priority < second.priority
        let (lower, higher) = isReversed ? (first, second) : (second, first)
        let (own, other) = ("“\(lower.pattern.text.printed)”", "“\(higher.pattern.text.printed)”")
        switch kind {
        case .duplicate: return "The route \(own) has the shape and the priority of \(other)."
        case .unreachable:
            return """
                The route \(own) is never reached: \(other) has a higher priority \
                (\(higher.priority) against \(lower.priority)) and takes all that it would.
                """
        case .ambiguous:
            let witness = witness.map { ": “\($0.printed)”" } ?? ""
            return "Only the order of registration tells \(other) from \(own) where both match\(witness)."
        }
    }
}

extension RouteTable {
    /// The conflicts between the routes of the table, in the order of their second routes, each pair once.
    ///
    /// Of the earlier routes that rank like one route no more than sixteen are named, and a typed or mixed segment is compared
    /// with those that are the same, and with no more than 64 others at its place. The search ends after a number of steps that only tables
    /// take that were made to take long; so it is linear in the routes. The value is made anew each time.
    public var conflicts: [RouteConflict] {
        var index = ConflictIndex(self.index.addressing, isIgnoringCase: self.index.isIgnoringCase)
        return index.add(self.index.records.all)
    }
}
