/// Two routes of which one takes URLs from the other, for no reason that anybody wrote down.
///
/// A literal beside a parameter is no conflict, and neither are two routes that overlap without one of them covering the
/// other: the order of routes says which is asked first. What is a conflict:
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
        private let name: String

        /// Same priority and same shape.
        public static let duplicate = Kind(name: "duplicate")

        /// All that a route takes goes to one of higher priority.
        public static let unreachable = Kind(name: "unreachable")

        /// Both take the witness, and rank alike in everything but registration.
        public static let ambiguous = Kind(name: "ambiguous")
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

extension RouteConflict.Kind: CustomStringConvertible {
    /// The kind in one word.
    public var description: String { name }
}

extension RouteConflict: CustomStringConvertible {
    /// What is wrong with which routes, in one sentence.
    public var description: String {
        let (own, other) = (second.pattern.text, first.pattern.text)
        switch kind {
        case .duplicate:
            return "The route “\(own)” has the shape and the priority of “\(other)”."
        case .unreachable:
            let (lower, higher) = first.priority < second.priority ? (first, second) : (second, first)
            return "The route “\(lower.pattern.text)” is never reached: “\(higher.pattern.text)” has a higher priority"
                + " (\(higher.priority) against \(lower.priority)) and takes all that it would."
        default:
            let witness = witness.map { ": “\($0)”" } ?? ""
            return "Only the order of registration tells “\(other)” from “\(own)” where both match\(witness)."
        }
    }
}
