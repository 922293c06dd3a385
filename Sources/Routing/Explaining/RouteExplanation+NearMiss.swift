extension RouteExplanation {
    /// A route that nearly fits a URL, and the first thing that does not.
    public struct NearMiss: Sendable, Hashable {
        /// Why a route does not fit.
        ///
        /// More reasons may be added.
        public struct Reason: Sendable, Hashable {
            fileprivate enum Kind: String {
                case literalDiffers = "literal differs"
                case textDiffers = "text differs"
                case typeRefuses = "type refuses"
                case emptySegment = "empty segment"
                case pathEnds = "path ends"
                case pathGoesOn = "path goes on"
                case queryItemMissing = "query item missing"
                case queryItemRefused = "query item refused"
                case schemeDiffers = "scheme differs"
                case hostDiffers = "host differs"
            }

            fileprivate let kind: Kind

            /// A segment is not the literal.
            public static let literalDiffers = Reason(kind: .literalDiffers)

            /// A segment does not look like the literal text and the parameters of a mixed one.
            public static let textDiffers = Reason(kind: .textDiffers)

            /// A segment is not of the type of the parameter.
            public static let typeRefuses = Reason(kind: .typeRefuses)

            /// A segment is empty.
            public static let emptySegment = Reason(kind: .emptySegment)

            /// The path has fewer segments.
            public static let pathEnds = Reason(kind: .pathEnds)

            /// The path has more segments.
            public static let pathGoesOn = Reason(kind: .pathGoesOn)

            /// The query does not have an item.
            public static let queryItemMissing = Reason(kind: .queryItemMissing)

            /// The query has an item that is not of the type.
            public static let queryItemRefused = Reason(kind: .queryItemRefused)

            /// The scheme is none of the route's.
            public static let schemeDiffers = Reason(kind: .schemeDiffers)

            /// The host is not the one of the pattern, or there is none.
            public static let hostDiffers = Reason(kind: .hostDiffers)
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

        init(
            _ pattern: RoutePattern, _ route: Int, _ segment: Int?, _ reason: Reason, expected: String?, found: String?
        ) {
            self.route = route
            self.pattern = pattern
            self.segment = segment
            self.reason = reason
            self.expected = expected
            self.found = found
        }
    }
}

extension RouteExplanation.NearMiss.Reason: CustomStringConvertible {
    /// The reason in a few words.
    public var description: String { kind.rawValue }
}

extension RouteExplanation.NearMiss: CustomStringConvertible {
    /// The pattern and why it does not fit, in one line.
    public var description: String {
        let found = found.map { "“\($0.shortened)”" } ?? "nothing"
        let values = [pattern.text.shortened, "segment \((segment ?? 0) + 1)", found, expected?.shortened ?? ""]
        return ("“{0}”: " + reason.explanation + ".").filled(values)
    }
}

extension RouteExplanation.NearMiss.Reason {
    /// What is wrong, with places for the segment, what was found and what would fit.
    fileprivate var explanation: String {
        switch kind {
        case .literalDiffers: "{1} is {2}, not “{3}”"
        case .textDiffers: "{1} is {2}, which does not look like “{3}”"
        case .typeRefuses: "{1} is {2}, which is not of the type {3}"
        case .emptySegment: "{1} is empty, where “{3}” takes text"
        case .pathEnds: "the path ends before {1}, “{3}”"
        case .pathGoesOn: "the path goes on with {1}, {2}"
        case .queryItemMissing: "the query has no item “{3}”"
        case .queryItemRefused: "the query has {2} where the item “{3}” is asked for"
        case .schemeDiffers: "the scheme is {2}, not {3}"
        case .hostDiffers: "the host is {2}, not “{3}”"
        }
    }
}
