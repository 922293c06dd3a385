public import Dispatchers

/// Everything that was wrong with the routes of one registration.
///
/// None of them was registered.
public struct RouteRegistrationError: Error, Sendable, Hashable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// What is wrong, in the order of the routes: the first hundred problems.
    public let problems: [Problem]

    /// Whether there are more problems than these.
    public let hasMoreProblems: Bool

    init(_ problems: [Problem]) {
        hasMoreProblems = problems.count > Self.maximumProblems
        self.problems = Array(problems.prefix(Self.maximumProblems))
    }
}

extension RouteRegistrationError: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String {
        var lines: [String] = []
        for problem in problems { lines.append(problem.description) }
        if hasMoreProblems { lines.append("There are more problems than these \(problems.count).") }
        return lines.joined(separator: "\n")
    }
}

extension RouteRegistrationError {
    /// One thing that is wrong with a route, so that it could not be registered.
    public struct Problem: Sendable, Hashable {
        /// The pattern of the route, with the prefixes of the groups around it.
        public let pattern: String

        /// Where the route was to be registered.
        public let location: SourceLocation

        /// Why the pattern could not be parsed.
        public let patternError: RoutePatternError?

        /// The pattern of the route that is in conflict with it.
        public let other: RoutePattern?

        /// Where the route in conflict was registered.
        public let otherLocation: SourceLocation?

        let reason: Reason

        /// The parameter, field or handler that it is about.
        let name: String?

        /// What else there is to say: the target of a redirect, the type of a field, a URL that two routes take.
        let detail: String?

        init(
            _ reason: Reason, pattern: String, at location: SourceLocation, patternError: RoutePatternError? = nil,
            name: String? = nil, detail: String? = nil, other: RegisteredRoute? = nil
        ) {
            self.reason = reason
            self.pattern = pattern
            self.location = location
            self.patternError = patternError
            self.name = name
            self.detail = detail
            self.other = other?.pattern
            otherLocation = other?.location
        }

        init(_ reason: Reason, of route: RegisteredRoute, detail: String?, other: RegisteredRoute?) {
            self.init(reason, pattern: route.pattern.text, at: route.location, detail: detail, other: other)
        }

        enum Reason: Sendable {
            case malformedPattern, duplicate, unreachable, covering, ambiguous, queryInPrefix, malformedTarget
            case unknownParameter, redirectCycle, missingField, missingParameter, conflictingTypes, missingHandler
            case unusedHandler, otherOrigins, unsupportedField, tooManySteps
        }
    }
}

extension RouteRegistrationError.Problem: CustomStringConvertible {
    /// The route, its place and what is wrong with it, in one sentence.
    public var description: String { "\(location): \(patternError?.description ?? sentence)" }

    private var sentence: String {
        let (route, name, detail) = (pattern.quoted, (name ?? "").quoted, (detail ?? "").printed)
        let other = (other?.text ?? "").quoted + (otherLocation.map { " of \($0)" } ?? "")
        let remedy = "say `overriding: true` if that is meant"
        return switch reason {
        case .malformedPattern: "The text \(route) is no pattern."
        case .malformedTarget: "\(route) is no place that a redirect can lead to: a URL cannot begin as it does."
        case .duplicate: "The route \(route) has the shape and priority of \(other); \(remedy)."
        case .unreachable:
            "The route \(route) is never reached: \(other) has a higher priority and takes all of it; \(remedy)."
        case .covering: "The route \(route) has a higher priority than \(other), and takes all of that; \(remedy)."
        case .ambiguous:
            "The route \(route) and \(other) both take “\(detail)”, and rank alike but for their order; \(remedy)."
        case .queryInPrefix: "The prefix \(route) asks for items of the query; only a whole pattern can."
        case .unknownParameter:
            "\(route) redirects to “\(detail)”, which asks for \(name); not every path of it has that."
        case .redirectCycle: "The redirect \(route) leads in a circle, or too far: \(detail)."
        case .missingField: "The route \(route) has a parameter \(name), for which \(detail) has no field."
        case .missingParameter:
            """
            The field \(name) needs a value that not every URL of \(route) has: make it optional, or a parameter or a \
            required query item.
            """
        case .missingHandler where self.name == nil: "No handler was bound to the route \(route)."
        case .missingHandler: "No handler was bound to the route \(route) of the name \(name)."
        case .unusedHandler: "No route of the list has the name \(name), to which a handler was bound."
        case .tooManySteps: "The routes registered with \(route) are too much alike to be compared in reasonable time."
        case .otherOrigins: "The list is for \(detail), and the router is not."
        case .conflictingTypes, .unsupportedField: "The field \(name) of the route \(route) \(detail)."
        }
    }
}
