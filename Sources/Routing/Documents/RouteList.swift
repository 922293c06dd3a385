// The files of this folder:
//
// - `RouteList`: what a list of routes has, and which problems.
// - `RouteList+JSON`: how a list is read and written. `JSONReader`: how untrusted JSON is read.

/// A table of routes as data, for files and servers.
///
/// ```swift
/// // {"origins": ["shop://"], "routes": [{"pattern": "/product/:id", "name": "product"}]}
/// let list = try RouteList(json: try Data(contentsOf: file))
/// print(list.routes[0].pattern.parameters)
/// ```
///
/// In JSON, all keys except `pattern` are optional, and an unknown key is an error. A ``RouteListError`` has all problems,
/// each with its place. A list that is read has limits, since it may be untrusted: 4 MiB, 200,000 values, 16 levels, keys
/// of 128 bytes, and 20,000 paths.
public struct RouteList: Sendable, Equatable {
    /// The meaning of the host of a URL; ignored if there are origins.
    public let host: HostRule

    /// The origins of URLs, of which the first that matches counts; `nil` if `host` is used.
    public let origins: [Origin]?

    /// The routes, in the order of their registration.
    public let routes: [Route]

    /// Makes a list; without origins it is for all URLs.
    public init(origins: [Origin]? = nil, host: HostRule = .ignore, routes: [Route]) {
        self.origins = origins
        self.host = host
        self.routes = routes
    }
}

extension RouteList {
    /// A route without its handler.
    public struct Route: Sendable, Equatable {
        /// The pattern of its URLs.
        public let pattern: RoutePattern

        /// Routes of a higher priority are asked first.
        public let priority: Int

        /// The name to which a handler is bound, the schemes and the metadata.
        public let options: RouteOptions

        /// Creates a route.
        public init(pattern: RoutePattern, priority: Int = 0, options: RouteOptions = RouteOptions()) {
            self.pattern = pattern
            self.priority = priority
            self.options = options
        }
    }
}

extension RouteList.Route {
    /// The route as one of a table.
    var record: RouteRecord { RouteRecord(pattern: pattern, priority: priority, schemes: options.schemes) }
}

extension RouteTable<RouteList.Route> {
    /// Creates the table that a list describes.
    ///
    /// Linear in the routes. Conflicts are not errors here.
    public init(_ list: RouteList) {
        self.init(list.addressing, list.routes.map(\.record), values: list.routes)
    }
}

extension RouteList {
    /// The rule by which URLs of the list lead to paths.
    var addressing: Addressing { origins.map { .origins($0) } ?? .host(host) }
}

/// A value of any kind that JSON has.
public enum MetadataValue: Sendable, Equatable {
    /// The value `null`.
    case null

    /// A truth value.
    case bool(Bool)

    /// A number without a fraction that an `Int` holds.
    case integer(Int)

    /// Any other number; JSON has none that is not finite.
    case number(Double)

    /// A string.
    case string(String)

    /// Values in an order.
    case array([MetadataValue])

    /// Values by their keys.
    case object([String: MetadataValue])
}

extension MetadataValue: Codable {
    /// Decodes a JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([String: MetadataValue].self) {
            self = .object(values)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .array(try container.decode([MetadataValue].self))
        }
    }

    /// Writes the value as one of its kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let values): try container.encode(values)
        }
    }
}

extension MetadataValue: ExpressibleByStringLiteral {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension MetadataValue: ExpressibleByBooleanLiteral {
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension MetadataValue: ExpressibleByIntegerLiteral {
    /// A whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }
}

/// An error with all problems of a list of routes.
///
/// A text that is not JSON, or that exceeds a limit, has one problem: the reader stops there.
public struct RouteListError: Error, Sendable, Equatable {
    /// The most problems that one error lists.
    static let maximumProblems = 100

    /// The first problem.
    private let first: Problem

    /// The problems behind the first.
    private let others: [Problem]

    /// The problems in the order in which they were found, at least one and at most a hundred.
    public var problems: [Problem] { [first] + others }

    /// The path of the first invalid value, such as `routes[3].pattern`; empty for the whole list.
    public var path: String { first.path }

    /// A sentence about the first problem.
    public var explanation: String { first.explanation }

    init(_ explanation: String, at path: String = "") {
        first = Problem(path: path, explanation: explanation)
        others = []
    }

    /// Creates an error with several problems; `nil` if there are none.
    init?(_ problems: [Problem]) {
        guard let first = problems.first else { return nil }
        self.first = first
        others = Array(problems.dropFirst())
    }
}

extension RouteListError {
    /// A problem of a list.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The path of the invalid value, such as `routes[3].pattern`; empty for the whole list.
        public let path: String

        /// A sentence about the problem.
        public let explanation: String

        /// The path of the value in the JSON text and the mistake, in one sentence.
        public var description: String {
            "The table of routes is wrong\(path.isEmpty ? "" : " at \(path.printed)"): \(explanation)"
        }
    }
}

extension RouteListError: CustomStringConvertible {
    /// The problems, one per line.
    public var description: String {
        let rest = problems.count < Self.maximumProblems ? [] : ["There may be more problems."]
        return (problems.map(\.description) + rest).joined(separator: "\n")
    }
}
