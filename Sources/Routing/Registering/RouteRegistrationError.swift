public import Dispatchers

/// Everything that was wrong with the routes of one registration.
///
/// None of them was registered.
public struct RouteRegistrationError: Error, Sendable, Hashable {
    /// What is wrong, in the order of the routes.
    public let problems: [Problem]
}

extension RouteRegistrationError: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension RouteRegistrationError {
    /// One thing that is wrong with a route, so that it could not be registered.
    public struct Problem: Sendable, Hashable {
        /// What is wrong.
        public let reason: Reason

        /// The pattern of the route, with the prefixes of the groups around it.
        public let pattern: String

        /// Where the route was to be registered.
        public let location: SourceLocation

        /// Why the pattern could not be parsed.
        public let patternError: RoutePatternError?

        /// The parameter, field or handler that it is about.
        public let name: String?

        /// What else there is to say: the target of a redirect, the type of a field, a URL that two routes take.
        public let detail: String?

        /// The pattern of the route that stands in the way.
        public let other: RoutePattern?

        /// Where the route that stands in the way was registered.
        public let otherLocation: SourceLocation?

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
    }
}

extension RouteRegistrationError.Problem {
    /// What can be wrong with a route.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        private let text: String

        private init(_ text: String) { self.text = text }

        /// The text is no pattern; `patternError` says why.
        public static let malformedPattern = Reason("malformed pattern")

        /// A route of the same priority and shape stands already; `other` is that one.
        public static let duplicate = Reason("duplicate")

        /// A route of a higher priority takes all that this one would; `other` is that one.
        public static let unreachable = Reason("unreachable")

        /// A route of a lower priority would not be reached any more; `other` is that one.
        public static let covering = Reason("covering")

        /// Only the order of registration would say which of this route and `other` takes the URL in `detail`.
        public static let ambiguous = Reason("ambiguous")

        /// The prefix of a group asks for items of the query, which only a whole pattern can.
        public static let queryInPrefix = Reason("query in prefix")

        /// The path of a redirect's target is no pattern; `patternError` says why.
        public static let malformedTarget = Reason("malformed target")

        /// The target of a redirect asks for a parameter that not every path of the source has.
        public static let unknownParameter = Reason("unknown parameter")

        /// Redirects lead in a circle, or further than an opening follows; `detail` lists them.
        public static let redirectCycle = Reason("redirect cycle")

        /// A parameter of the path for which the type has no field.
        public static let missingField = Reason("missing field")

        /// A field that has to have a value, and that neither the path nor the query has for sure.
        public static let missingParameter = Reason("missing parameter")

        /// A field that is read as two types, or that the pattern gives another type.
        public static let conflictingTypes = Reason("conflicting types")

        /// A route of a list that no handler was bound to.
        public static let missingHandler = Reason("missing handler")

        /// A handler for a name that no route of the list has.
        public static let unusedHandler = Reason("unused handler")

        /// A list with other origins, or another meaning of the host, than the router has.
        public static let otherOrigins = Reason("other origins")

        /// A field whose values the router cannot make up or write; `detail` says what helps.
        public static let unsupportedField = Reason("unsupported field")
    }
}

extension RouteRegistrationError.Problem: CustomStringConvertible {
    /// The route, its place and what is wrong with it, in one sentence.
    public var description: String { "\(location): \(sentence)" }

    private var sentence: String {
        let name = name ?? ""
        let detail = detail ?? ""
        switch reason {
        case .malformedPattern, .malformedTarget:
            return patternError.map { "\($0)" } ?? ""
        case .queryInPrefix:
            return "The prefix “\(pattern)” asks for items of the query; only a whole pattern can."
        case .unknownParameter:
            return "“\(pattern)” redirects to “\(detail)”, which asks for “\(name)”; not every path of it has that."
        case .redirectCycle:
            return "The redirect “\(pattern)” leads in a circle, or too far: \(detail)."
        case .missingField:
            return "The route “\(pattern)” has a parameter “\(name)”, for which \(detail) has no field."
        case .missingParameter:
            return "The field “\(name)” needs a value that not every URL of “\(pattern)” has: make it optional, or a "
                + "parameter or a required query item."
        case .missingHandler:
            return "No handler was bound to the route “\(pattern)”\(self.name.map { " of the name “\($0)”" } ?? "")."
        case .unusedHandler:
            return "No route of the list has the name “\(name)”, to which a handler was bound."
        case .otherOrigins:
            return "The list is for \(detail), and the router is not."
        case .conflictingTypes, .unsupportedField:
            return "The field “\(name)” of the route “\(pattern)” \(detail)."
        default:
            return conflict
        }
    }

    private var conflict: String {
        let other = "“\(other?.text ?? "")”" + (otherLocation.map { " of \($0)" } ?? "")
        switch reason {
        case .unreachable:
            return "The route “\(pattern)” is never reached: \(other) has a higher priority and takes all of it."
        case .covering: return "The route “\(pattern)” has a higher priority than \(other), and takes all of that."
        case .ambiguous:
            let url = detail ?? ""
            return "The route “\(pattern)” and \(other) both take “\(url)”, and rank alike but for their order."
        default: return "The route “\(pattern)” has the shape and priority of \(other)."
        }
    }
}
