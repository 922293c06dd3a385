/// Everything that is wrong with a table of routes.
public struct RouteListError: Error, Sendable, Hashable {
    /// One thing that is wrong.
    public struct Problem: Sendable, Hashable {
        /// What can be wrong with a table.
        ///
        /// More reasons may be added.
        public struct Reason: Sendable, Hashable {
            /// What is wrong, as the end of a sentence.
            public let explanation: String

            /// The text is no JSON, or no UTF-8.
            public static let malformedJSON = Reason(explanation: "it is no well-formed JSON in UTF-8")

            /// Arrays and objects inside of each other, more than ``RouteList/maximumDepth``.
            public static let tooDeep = Reason(
                explanation: "it is nested deeper than \(RouteList.maximumDepth) levels")

            /// A key that stands twice in one object.
            public static let duplicateKey = Reason(explanation: "the key stands twice in one object")

            /// A key that tables do not have.
            public static let unknownKey = Reason(explanation: "no table has such a key")

            /// A key that is missing.
            public static let missingKey = Reason(explanation: "the key is missing")

            /// A value of another kind than the key has.
            public static let wrongType = Reason(explanation: "the value is of the wrong kind")

            /// Both `host` and `origins`.
            public static let hostAndOrigins = Reason(explanation: "a table has either a host or origins")

            /// A text that is no scheme.
            public static let malformedScheme = Reason(
                explanation: "a scheme is a letter and then letters, digits and +-. only")

            /// A text that is no origin; ``RouteListError/Problem/originError`` says why.
            public static let malformedOrigin = Reason(explanation: "the text is no origin")

            /// A text that is no pattern; ``RouteListError/Problem/patternError`` says why.
            public static let malformedPattern = Reason(explanation: "the text is no pattern")

            /// A number that JSON does not have.
            public static let unencodable = Reason(explanation: "JSON has no such number")
        }

        /// What is wrong.
        public let reason: Reason

        /// Which value is wrong, such as `routes[3].pattern`; empty when it is the whole.
        public let path: String

        /// Where it is wrong, in UTF-8 bytes from the beginning of the JSON, as far as that is known.
        public let offset: Int?

        /// Why a pattern could not be parsed.
        public let patternError: RoutePatternError?

        /// Why an origin could not be parsed.
        public let originError: URLTextError?

        init(
            _ reason: Reason, path: String = "", offset: Int? = nil, patternError: RoutePatternError? = nil,
            originError: URLTextError? = nil
        ) {
            self.reason = reason
            self.path = path
            self.offset = offset
            self.patternError = patternError
            self.originError = originError
        }
    }

    /// What is wrong: first with the whole, then with the routes in their order.
    public let problems: [Problem]
}

extension RouteListError.Problem: CustomStringConvertible {
    /// The place and what is wrong there, in one sentence.
    public var description: String {
        let place = (path.isEmpty ? "" : " at \(path.printed)") + (offset.map { " at offset \($0)" } ?? "")
        if let patternError { return "The table of routes is wrong\(place): \(patternError)" }
        if let originError { return "The table of routes is wrong\(place): \(originError)" }
        return "The table of routes is wrong\(place): \(reason.explanation)."
    }
}

extension RouteListError: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}
