public import Dispatchers

/// Everything that was wrong with the routes of one registration.
///
/// None of them was registered.
public struct RouteRegistrationError: Error, Sendable, Hashable {
    /// The most problems that one error lists.
    public static let maximumProblems = 100

    /// What is wrong, in the order of the routes: the first ``maximumProblems`` of them.
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
    public struct Problem: Sendable {
        private let content: Content

        private final class Content: Sendable {
            let reason: Reason
            let pattern: String
            let location: SourceLocation
            let patternError: RoutePatternError?
            let name: String?
            let detail: String?
            let other: RegisteredRoute?

            init(
                _ reason: Reason, _ pattern: String, _ location: SourceLocation, _ patternError: RoutePatternError?,
                _ name: String?, _ detail: String?, _ other: RegisteredRoute?
            ) {
                self.reason = reason
                self.pattern = pattern
                self.location = location
                self.patternError = patternError
                self.name = name
                self.detail = detail
                self.other = other
            }
        }

        @inline(never)
        init(
            _ reason: Reason, pattern: String, at location: SourceLocation, name: String? = nil, detail: String? = nil
        ) {
            content = Content(reason, pattern, location, nil, name, detail, nil)
        }

        @inline(never)
        init(_ reason: Reason, pattern: String, at location: SourceLocation, patternError: RoutePatternError) {
            content = Content(reason, pattern, location, patternError, nil, nil, nil)
        }

        @inline(never)
        init(_ reason: Reason, of route: RegisteredRoute, detail: String?, other: RegisteredRoute?) {
            content = Content(reason, route.pattern.text, route.location, nil, nil, detail, other)
        }

        /// What is wrong.
        public var reason: Reason { content.reason }

        /// The pattern of the route, with the prefixes of the groups around it.
        public var pattern: String { content.pattern }

        /// Where the route was to be registered.
        public var location: SourceLocation { content.location }

        /// Why the pattern could not be parsed.
        public var patternError: RoutePatternError? { content.patternError }

        /// The parameter, field or handler that it is about.
        public var name: String? { content.name }

        /// What else there is to say: the target of a redirect, the type of a field, a URL that two routes take.
        public var detail: String? { content.detail }

        /// The pattern of the route that stands in the way.
        public var other: RoutePattern? { content.other?.pattern }

        /// Where the route that stands in the way was registered.
        public var otherLocation: SourceLocation? { content.other?.location }
    }
}

extension RouteRegistrationError.Problem: Hashable {
    /// Whether both say the same.
    @inline(never)
    public static func == (left: Self, right: Self) -> Bool {
        left.reason == right.reason && left.pattern == right.pattern && left.location == right.location
            && left.patternError == right.patternError && left.name == right.name && left.detail == right.detail
            && left.other == right.other && left.otherLocation == right.otherLocation
    }

    /// Feeds reason and pattern to the hasher.
    @inline(never)
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(pattern)
    }
}

extension RouteRegistrationError.Problem {
    /// What can be wrong with a route.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        fileprivate enum Kind {
            case malformedPattern, duplicate, unreachable, covering, ambiguous, queryInPrefix, malformedTarget
            case unknownParameter, redirectCycle, missingField, missingParameter, conflictingTypes, missingHandler
            case unusedHandler, otherOrigins, unsupportedField, tooManySteps
        }

        fileprivate let kind: Kind

        /// The text is no pattern; `patternError` says why.
        public static let malformedPattern = Reason(kind: .malformedPattern)

        /// A route of the same priority and shape stands already; `other` is that one.
        public static let duplicate = Reason(kind: .duplicate)

        /// A route of a higher priority takes all that this one would; `other` is that one.
        public static let unreachable = Reason(kind: .unreachable)

        /// A route of a lower priority would not be reached any more; `other` is that one.
        public static let covering = Reason(kind: .covering)

        /// Only the order of registration would say which of this route and `other` takes the URL in `detail`.
        public static let ambiguous = Reason(kind: .ambiguous)

        /// The prefix of a group asks for items of the query, which only a whole pattern can.
        public static let queryInPrefix = Reason(kind: .queryInPrefix)

        /// The path of a redirect's target is no pattern; `patternError` says why.
        public static let malformedTarget = Reason(kind: .malformedTarget)

        /// The target of a redirect asks for a parameter that not every path of the source has.
        public static let unknownParameter = Reason(kind: .unknownParameter)

        /// Redirects lead in a circle, or further than an opening follows; `detail` lists them.
        public static let redirectCycle = Reason(kind: .redirectCycle)

        /// A parameter of the path for which the type has no field.
        public static let missingField = Reason(kind: .missingField)

        /// A field that has to have a value, and that neither the path nor the query has for sure.
        public static let missingParameter = Reason(kind: .missingParameter)

        /// A field that is read as two types, or that the pattern gives another type.
        public static let conflictingTypes = Reason(kind: .conflictingTypes)

        /// A route of a list that no handler was bound to.
        public static let missingHandler = Reason(kind: .missingHandler)

        /// A handler for a name that no route of the list has.
        public static let unusedHandler = Reason(kind: .unusedHandler)

        /// A list with other origins, or another meaning of the host, than the router has.
        public static let otherOrigins = Reason(kind: .otherOrigins)

        /// A field whose values the router cannot make up or write; `detail` says what helps.
        public static let unsupportedField = Reason(kind: .unsupportedField)

        /// The routes are so much alike that comparing them takes too long; many of them have no literal of their own.
        public static let tooManySteps = Reason(kind: .tooManySteps)
    }
}

extension RouteRegistrationError.Problem: CustomStringConvertible {
    /// The route, its place and what is wrong with it, in one sentence.
    public var description: String {
        let other = (other?.text ?? "").quoted + (otherLocation.map { " of \($0)" } ?? "")
        let cure = "; say `overriding: true` if that is meant"
        let text = patternError?.description ?? sentence.filled([pattern, name ?? "", detail ?? "", other, cure])
        return "\(location): \(text)"
    }

    /// What is wrong, with places for the pattern, the name, the detail, the other route and what helps.
    private var sentence: String {
        switch reason.kind {
        case .malformedPattern, .malformedTarget: ""
        case .duplicate: "The route “{0}” has the shape and priority of {3}{4}."
        case .unreachable: "The route “{0}” is never reached: {3} has a higher priority and takes all of it{4}."
        case .covering: "The route “{0}” has a higher priority than {3}, and takes all of that{4}."
        case .ambiguous: "The route “{0}” and {3} both take “{2}”, and rank alike but for their order{4}."
        case .queryInPrefix: "The prefix “{0}” asks for items of the query; only a whole pattern can."
        case .unknownParameter: "“{0}” redirects to “{2}”, which asks for “{1}”; not every path of it has that."
        case .redirectCycle: "The redirect “{0}” leads in a circle, or too far: {2}."
        case .missingField: "The route “{0}” has a parameter “{1}”, for which {2} has no field."
        case .missingParameter:
            """
            The field “{1}” needs a value that not every URL of “{0}” has: make it optional, or a parameter or a required \
            query item.
            """
        case .missingHandler where name == nil: "No handler was bound to the route “{0}”."
        case .missingHandler: "No handler was bound to the route “{0}” of the name “{1}”."
        case .unusedHandler: "No route of the list has the name “{1}”, to which a handler was bound."
        case .tooManySteps: "The routes registered with “{0}” are too much alike to be compared in reasonable time{4}."
        case .otherOrigins: "The list is for {2}, and the router is not."
        case .conflictingTypes, .unsupportedField: "The field “{1}” of the route “{0}” {2}."
        }
    }
}
