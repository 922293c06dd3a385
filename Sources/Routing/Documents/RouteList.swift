/// A table of routes as data: what a file holds or a server sends, and what is sent back.
///
/// ```swift
/// let list = try RouteList(
///     json: #"{"origins": ["shop://"], "routes": [{"pattern": "/product/:id", "name": "product"}]}"#)
/// print(list.routes[0].pattern.parameters)
/// ```
///
/// In JSON all keys but `pattern` may be left out, and one that is not known is an error. A list that is read has limits,
/// so that it may come from elsewhere: 4 MiB, 200,000 values, 64 levels, and routes that stand for 20,000 paths.
public struct RouteList: Sendable, Hashable {
    /// What the host of a URL means; it plays no part when there are origins.
    public let host: HostRule

    /// What URLs have to begin with, of which the first counts that fits; `nil` when `host` rules.
    public let origins: [Origin]?

    /// The routes, in the order of their registration.
    public let routes: [Route]

    /// Makes a list for the URLs that begin with one of the origins.
    public init(origins: [Origin], routes: [Route]) {
        host = .ignore
        self.origins = origins
        self.routes = routes
    }

    /// Makes a list for all URLs.
    public init(host: HostRule = .ignore, routes: [Route]) {
        self.host = host
        origins = nil
        self.routes = routes
    }
}

extension RouteList {
    /// The most bytes that JSON may have.
    static let maximumLength = 4 * 1024 * 1024

    /// The most values that JSON may have, those in arrays and objects included.
    static let maximumValues = 200_000

    /// How deep arrays and objects may be nested.
    static let maximumDepth = 64

    /// The most paths that the routes of a list that is read may stand for; a pattern without groups stands for one.
    static let maximumPaths = 20_000
}

extension RouteList {
    /// A route, without what it leads to.
    public struct Route: Sendable, Hashable {
        /// What its URLs look like.
        public let pattern: RoutePattern

        /// The name by which a handler is found for it.
        public let name: String?

        /// The schemes of its URLs, in small letters; any when there are none.
        public let schemes: Set<String>

        /// Routes of a higher priority are asked first.
        public let priority: Int

        /// Whatever else is to be known of it.
        public let metadata: [String: MetadataValue]

        /// Makes a route; schemes compare case-insensitively.
        public init(
            pattern: RoutePattern, name: String? = nil, schemes: Set<String> = [], priority: Int = 0,
            metadata: [String: MetadataValue] = [:]
        ) {
            self.pattern = pattern
            self.name = name
            self.schemes = Set(schemes.map { $0.lowercased() })
            self.priority = priority
            self.metadata = metadata
        }
    }
}

extension RouteTable<RouteList.Route> {
    /// Makes the table that a list describes.
    ///
    /// Linear in the routes. Conflicts are no errors here.
    public init(_ list: RouteList) {
        let routes = list.routes.map { route in
            Route(pattern: route.pattern, priority: route.priority, schemes: route.schemes, value: route)
        }
        if let origins = list.origins {
            self.init(origins: origins, routes)
        } else {
            self.init(host: list.host, routes)
        }
    }
}

extension Router {
    /// The routes as data, in the order of their registration: a snapshot, to be printed as JSON or sent.
    public var list: RouteList {
        let routes = routes.map { route in
            RouteList.Route(
                pattern: route.pattern, name: route.name, schemes: route.schemes, priority: route.priority,
                metadata: route.metadata)
        }
        switch addressing {
        case .origins(let list): return RouteList(origins: list.origins, routes: routes)
        case .host(let rule): return RouteList(host: rule, routes: routes)
        }
    }
}

/// Everything that is wrong with a list of routes.
public struct RouteListError: Error, Sendable, Hashable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// What is wrong: first with the whole, then with the routes in their order; the first hundred problems.
    public let problems: [Problem]

    /// Whether there are more problems than these.
    public let hasMoreProblems: Bool

    init(_ problems: [Problem]) {
        self.problems = Array(problems.prefix(Self.maximumProblems))
        hasMoreProblems = problems.count > Self.maximumProblems
    }

    /// One thing that is wrong.
    public struct Problem: Sendable, Hashable {
        /// Which value is wrong, such as `routes[3].pattern`; empty when it is the whole.
        public let path: String

        /// What is wrong, as the end of a sentence.
        public let explanation: String

        /// Why a pattern could not be parsed.
        public let patternError: RoutePatternError?

        /// Why an origin could not be parsed.
        public let originError: URLTextError?

        init(
            _ explanation: String, at path: String = "", patternError: RoutePatternError? = nil,
            originError: URLTextError? = nil
        ) {
            self.explanation = explanation
            self.path = path
            self.patternError = patternError
            self.originError = originError
        }
    }
}

extension RouteListError.Problem: CustomStringConvertible {
    /// The place and what is wrong there, in one sentence.
    public var description: String {
        let place = path.isEmpty ? "" : " at \(path.printed)"
        let fault = patternError?.description ?? originError?.description ?? "\(explanation)."
        return "The table of routes is wrong\(place): \(fault)"
    }
}

extension RouteListError: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String {
        let lines = problems.map(\.description)
        let rest = hasMoreProblems ? ["There are more problems than these \(problems.count)."] : []
        return (lines + rest).joined(separator: "\n")
    }
}
