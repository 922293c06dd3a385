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
    /// What is wrong with two routes.
    ///
    /// More kinds may be added.
    public struct Kind: Sendable, Hashable {
        fileprivate enum Name: String {
            case duplicate, unreachable, ambiguous
        }

        fileprivate let name: Name

        /// Same priority and same shape.
        public static let duplicate = Kind(name: .duplicate)

        /// All that a route takes goes to one of higher priority.
        public static let unreachable = Kind(name: .unreachable)

        /// Both take the witness, and rank alike in everything but registration.
        public static let ambiguous = Kind(name: .ambiguous)
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

extension RouteConflict {
    /// Feeds kind and numbers to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(first.index)
        hasher.combine(second.index)
    }
}

extension RouteConflict.Party {
    /// Feeds the number to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(index) }
}

extension RouteConflict.Kind: CustomStringConvertible {
    /// The kind in one word.
    public var description: String { name.rawValue }
}

extension RouteConflict: CustomStringConvertible {
    /// What is wrong with which routes, in one sentence.
    public var description: String {
        let (own, other) = ("“" + second.pattern.text + "”", "“" + first.pattern.text + "”")
        switch kind.name {
        case .duplicate:
            return "The route " + own + " has the shape and the priority of " + other + "."
        case .unreachable:
            let isLower = first.priority < second.priority
            let (lower, higher) = isLower ? (first, second) : (second, first)
            return "The route " + (isLower ? other : own) + " is never reached: " + (isLower ? own : other)
                + " has a higher priority (\(higher.priority) against \(lower.priority)) and takes all that it would."
        case .ambiguous:
            let witness = witness.map { ": “" + $0 + "”" } ?? ""
            return "Only the order of registration tells " + other + " from " + own + " where both match" + witness + "."
        }
    }
}

extension RouteTable {
    /// The conflicts between the routes of the table, in the order of their second routes, each pair once.
    ///
    /// Of the earlier routes that rank like one route no more than sixteen are named, and of mixed or typed segments at
    /// one place that may have text in common with one no more than 64 are compared with it. So it is linear in the
    /// routes, whatever they look like. The value is made anew each time.
    public var conflicts: [RouteConflict] {
        var search = conflictSearch
        return search.run()
    }

    /// The conflicts that there would be if routes were added, in the same order: only those that involve one of them.
    ///
    /// The table is not copied.
    func conflicts(adding newRoutes: [Route]) -> [RouteConflict] {
        var search = conflictSearch(adding: newRoutes)
        return search.run()
    }

    /// A search among all routes.
    var conflictSearch: ConflictSearch {
        ConflictSearch(
            [ConflictPart(tree, from: 0, questions: routes.count)], newRoutes: routes.indices, addressing: addressing
        ) {
            ConflictRoute(routes[$0], number: $0)
        }
    }

    /// A search among all routes and others for conflicts that involve one of the others.
    func conflictSearch(adding newRoutes: [Route]) -> ConflictSearch {
        var others = RouteTree(isIgnoringCase: tree.isIgnoringCase, hasHosts: tree.hasHosts)
        for (number, route) in newRoutes.enumerated() {
            others.insert(route.pattern.content, priority: route.priority, schemes: route.schemes, route: number)
        }
        let count = routes.count
        let parts = [
            ConflictPart(tree, from: 0, questions: newRoutes.count),
            ConflictPart(others, from: count, questions: newRoutes.count),
        ]
        return ConflictSearch(parts, newRoutes: count..<count + newRoutes.count, addressing: addressing) { number in
            ConflictRoute(number < count ? routes[number] : newRoutes[number - count], number: number)
        }
    }
}
