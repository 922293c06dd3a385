extension RouteExplanation {
    /// A route that nearly fits a URL, and the first thing that does not.
    public struct NearMiss: Sendable, Hashable {
        /// Why a route does not fit.
        ///
        /// More reasons may be added.
        public struct Reason: Sendable, Hashable {
            private let name: String

            /// A segment is not the literal.
            public static let literalDiffers = Reason(name: "literal differs")

            /// A segment does not look like the literal text and the parameters of a mixed one.
            public static let textDiffers = Reason(name: "text differs")

            /// A segment is not of the type of the parameter.
            public static let typeRefuses = Reason(name: "type refuses")

            /// A segment is empty.
            public static let emptySegment = Reason(name: "empty segment")

            /// The path has fewer segments.
            public static let pathEnds = Reason(name: "path ends")

            /// The path has more segments.
            public static let pathGoesOn = Reason(name: "path goes on")

            /// The query does not have an item.
            public static let queryItemMissing = Reason(name: "query item missing")

            /// The query has an item that is not of the type.
            public static let queryItemRefused = Reason(name: "query item refused")

            /// The scheme is none of the route's.
            public static let schemeDiffers = Reason(name: "scheme differs")

            /// The host is not the one of the pattern, or there is none.
            public static let hostDiffers = Reason(name: "host differs")
        }

        /// The number of the route in ``RouteTable/routes``.
        public let route: Int

        /// The pattern of the route.
        public let pattern: RoutePattern

        /// The number of the failing segment in the path of the URL, from 0; `nil` when the path is not the reason.
        public let segment: Int?

        /// Why the route does not fit.
        public let reason: Reason

        /// What would fit: a segment as the pattern spells it, the name of a type, the query item, the schemes or the host;
        /// `nil` when the path would have to end.
        public let expected: String?

        /// What the URL has there, decoded; `nil` when it has nothing.
        public let found: String?
    }
}

extension RouteExplanation.NearMiss.Reason: CustomStringConvertible {
    /// The reason in a few words.
    public var description: String { name }
}

extension RouteExplanation.NearMiss: CustomStringConvertible {
    /// The pattern and why it does not fit, in one line.
    public var description: String { "“\(pattern.text.shortened)”: \(explanation)." }

    private var explanation: String {
        let place = "segment \((segment ?? 0) + 1)"
        let found = found.map { "“\($0.shortened)”" } ?? "nothing"
        let expected = expected?.shortened ?? ""
        return switch reason {
        case .literalDiffers: "\(place) is \(found), not “\(expected)”"
        case .textDiffers: "\(place) is \(found), which does not look like “\(expected)”"
        case .typeRefuses: "\(place) is \(found), which is not of the type \(expected)"
        case .emptySegment: "\(place) is empty, where “\(expected)” takes text"
        case .pathEnds: "the path ends before \(place), “\(expected)”"
        case .pathGoesOn: "the path goes on with \(place), \(found)"
        case .queryItemMissing: "the query has no item “\(expected)”"
        case .queryItemRefused: "the query has \(found) where the item “\(expected)” is asked for"
        case .schemeDiffers: "the scheme is \(found), not \(expected)"
        default: "the host is \(found), not “\(expected)”"
        }
    }
}
