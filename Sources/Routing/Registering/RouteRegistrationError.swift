public import Dispatchers

/// Everything that was wrong with the routes of one registration.
///
/// None of them was registered.
public struct RouteRegistrationError: Error, Sendable, Hashable {
    /// One route that could not be registered.
    public struct Problem: Sendable, Hashable {
        /// What can be wrong with a route.
        ///
        /// More reasons may be added.
        public struct Reason: Sendable, Hashable {
            private let name: String

            /// The text is no pattern; `patternError` says why.
            public static let malformedPattern = Reason(name: "malformed pattern")

            /// A route of the same priority and shape stands already; `other` is that one.
            public static let duplicate = Reason(name: "duplicate")
        }

        /// What is wrong.
        public let reason: Reason

        /// The pattern of the route, with the prefixes of the groups around it.
        public let pattern: String

        /// Where the route was to be registered.
        public let location: SourceLocation

        /// Why the pattern could not be parsed.
        public let patternError: RoutePatternError?

        /// The pattern of the route that stands in the way.
        public let other: RoutePattern?

        /// Where the route that stands in the way was registered.
        public let otherLocation: SourceLocation?
    }

    /// What is wrong, in the order of the routes.
    public let problems: [Problem]
}

extension RouteRegistrationError.Problem: CustomStringConvertible {
    /// The route, its place and what is wrong with it, in one sentence.
    public var description: String {
        if let patternError { return "\(location): \(patternError)" }
        let others = otherLocation.map { " of \($0)" } ?? ""
        return "\(location): The route “\(pattern)” has the shape and priority of “\(other?.text ?? "")”\(others)."
    }
}

extension RouteRegistrationError: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension RouteTable<RegisteredRoute> {
    /// The routes that have the shape and the priority of one that stands here, unless they may.
    func duplicates(of routes: [RegisteredRoute]) -> [RouteRegistrationError.Problem] {
        routes.compactMap { route in
            guard !route.isOverriding, let number = tree.duplicate(of: route.pattern, priority: route.priority)
            else { return nil }
            let other = self.routes[number].value
            return RouteRegistrationError.Problem(
                reason: .duplicate, pattern: route.pattern.text, location: route.location, patternError: nil,
                other: other.pattern, otherLocation: other.location)
        }
    }

    mutating func insert(_ route: RegisteredRoute) {
        insert(Route(pattern: route.pattern, priority: route.priority, value: route))
    }
}

extension RouteBuilder {
    /// The routes that have the shape and the priority of one before them, unless they may.
    static func duplicates(among routes: [RegisteredRoute]) -> [RouteRegistrationError.Problem] {
        var table = RouteTable<RegisteredRoute>([])
        return routes.flatMap { route in
            defer { table.insert(route) }
            return table.duplicates(of: [route])
        }
    }
}
