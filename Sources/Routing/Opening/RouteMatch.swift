import SignalboxCore

/// The route that matches a URL, and the values of the URL.
///
/// ```swift
/// let id = try match["id", as: Int.self]  // throws an error that names route, key and value
/// let campaign = match["utm_campaign"]    // nil when there is none
/// let cart = match.payload(as: Cart.self) // what a caller inside the app passed
/// ```
///
/// A value is looked up in the extras of the caller, then in the path, then in the query.
public final class RouteMatch: Sendable {
    private let tree: RouteTree
    private let hit: RouteHit
    /// The text that the path is a part of.
    private let text: String
    private let request: OpenRequest
    let address: URLText
    private let values = Protected(Values())

    /// The values that were read from the URL.
    private struct Values {
        var parameters: [String: String]?
        var query: URLQuery?
    }

    /// Creates a match of a route in a table.
    init(
        _ hit: RouteHit, in table: RouteTable<RegisteredRoute>, _ text: String, of address: URLText,
        _ request: OpenRequest
    ) {
        tree = table.tree
        route = table.values[hit.route]
        self.hit = hit
        self.text = text
        self.address = address
        self.request = request
    }

    /// The values that the caller of `open` added.
    public var extras: [String: String] { request.extras }

    /// The parked navigation for which this URL was opened, if any.
    public var parked: ParkedNavigation? { request.parked.map { ParkedNavigation($0, after: request.resumptionCount) } }

    /// The URL, or the path, as it was opened.
    public var url: String { request.url }

    /// The question that the handler may answer.
    var question: RouteQuestion? { request.question }

    /// A Boolean value that indicates whether a path was opened instead of a whole URL.
    var isPath: Bool { request.isPath }

    /// The route that matches.
    public let route: RegisteredRoute

    /// The pattern of the route.
    public var pattern: RoutePattern { route.pattern }

    /// The decoded values of the parameters in the path that matched; read at the first access.
    public var parameters: [String: String] {
        if let known = values.withLock({ $0.parameters }) { return known }
        // A type of a parameter may be foreign code, so it is called without the lock.
        let parameters = tree.values(of: hit, in: text, of: address)
        values.withLock { $0.parameters = parameters }
        return parameters
    }

    /// The value of a parameter of the path, or of the host.
    func parameter(_ name: String) -> String? { tree.value(named: name, of: hit, in: text, of: address) }

    /// The decoded segments that a tail matched, or `nil` if the pattern does not end in one.
    public var tail: [String]? { tree.tail(of: hit, in: text) }

    /// The decoded items of the query, with the values of a key in their order; read at the first access.
    public var query: URLQuery {
        if let known = values.withLock({ $0.query }) { return known }
        let query = address.query
        values.withLock { $0.query = query }
        return query
    }

    /// The decoded fragment.
    public var fragment: String? { address.fragment }

    /// The fragment as the URL has it, percent-encoded, so that it can become a part of another URL.
    public var encodedFragment: String? { address.encodedFragment }

    /// The value of a name, or `nil` if there is none; of a repeated key of the query, the first value.
    public subscript(name: String) -> String? {
        extras.value(ofKey: name) ?? parameter(name) ?? address.firstQueryValue(of: name)
    }

    /// The value that a caller inside the app passed to `open`, or `nil` if there is none of that type.
    ///
    /// The payload is in memory only: a parked navigation that was stored does not have it.
    public func payload<Value>(as type: Value.Type = Value.self) -> Value? { request.payload as? Value }

    /// The value that a caller inside the app passed to `open`, for guards and handlers that cannot do without it.
    ///
    /// ```swift
    /// let visit = try match.payload(Visit.self)
    /// ```
    ///
    /// - Throws: An error that names the URL and the types if there is no payload of that type.
    public func payload<Value>(_ type: Value.Type) throws(RoutePayloadError) -> Value {
        if let value = request.payload as? Value { return value }
        let found = request.payload.map { "\(Swift.type(of: $0))" }
        throw RoutePayloadError(url: url, requested: "\(type)", found: found)
    }
}

extension RouteMatch {
    /// The value of a name, read as a number, an enumeration, a `UUID` or another type that ``decode(_:)`` reads.
    public subscript<Value: Decodable>(name: String, as type: Value.Type) -> Value {
        get throws(RouteValueError) {
            let text = self[name]
            let value = text.flatMap { text in
                try? FieldSource(pattern: pattern) { _ in [text] }.value(of: type, for: name)
            }
            if let value = value as? Value { return value }
            throw RouteValueError(text == nil ? .missing : .unreadable, pattern, name, value: text, type: type)
        }
    }

    /// Decodes extras, path and query into a type; each field takes the value of its name.
    ///
    /// ```swift
    /// struct Search: Decodable { var q: String; var page: Int?; var tags: [String] }
    /// let search = try match.decode(Search.self)  // ?q=lamp&tags=brass&tags=old
    /// ```
    ///
    /// A field is a single value or a list of them: numbers, `Bool`, text, `UUID`, `URL`, `Date` as ISO 8601 writes it
    /// in UTC, what is `LosslessStringConvertible`, and what is read from one of these, as an enumeration is from its
    /// raw value. A list takes all values of a repeated key, or the tail of its name; none makes it empty. An optional
    /// field without a value is `nil`. So is one with an empty text, as forms send it, unless its type reads that; a list
    /// of such a type is empty.
    ///
    /// The whole text of a value must be read, otherwise it is an error. `Double` and `Float` are finite decimal
    /// numbers; a `URL` has no character that would have to be encoded; a raw value has
    /// at most 1,024 bytes. Dates are from 1582-10-15, with which the Gregorian calendar begins, through 9999.
    ///
    /// - Throws: The first field that has no value or cannot be read.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(RouteValueError) -> Value {
        do {
            return try Value(from: FieldsDecoder(fields))
        } catch let error as RouteValueError {
            throw error
        } catch {
            throw RouteValueError(.unreadable, pattern, "", value: url, type: type)
        }
    }
}

/// An error that says why a value of a match could not be read.
public struct RouteValueError: Error, Sendable, Equatable {
    /// The reasons why there is no value.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// No layer has the name.
        case missing

        /// The string is not a value of the type.
        case unreadable

        /// The field is neither a single value nor a list of them.
        case unsupported
    }

    /// The reason why there is no value.
    public let reason: Reason

    let pattern: RoutePattern

    /// The name of the value; empty if the type's own initializer failed.
    public let name: String

    /// The string that could not be read.
    public let value: String?

    /// The type that was requested.
    let type: String

    init(_ reason: Reason, _ pattern: RoutePattern, _ name: String, value: String?, type: Any.Type) {
        self.reason = reason
        self.pattern = pattern
        self.name = name
        self.value = value
        self.type = "\(type)"
    }
}

extension RouteValueError: CustomStringConvertible {
    /// Route, name, value and type in one sentence.
    public var description: String {
        let route = pattern.text.quoted
        let name = self.name.quoted
        return switch (reason, value) {
        case (.unsupported, _): "The field \(name) for the route \(route) is neither a single value nor a list of them."
        case (_, let value?):
            "The route \(route) was opened with \(value.quoted) for \(name), which is not of the type \(type.printed)."
        case (_, nil): "The route \(route) was opened without a value for \(name)."
        }
    }
}

/// An error that says that an opening has no payload of a type.
public struct RoutePayloadError: Error, Sendable, Hashable {
    /// The URL, or the path, as it was opened.
    public let url: String

    /// The name of the type that was requested.
    public let requested: String

    /// The name of the type of the payload, or `nil` if there is none.
    public let found: String?
}

extension RoutePayloadError: CustomStringConvertible {
    /// The URL and both types, in one sentence.
    public var description: String {
        let found = found.map { "a payload of the type \($0)" } ?? "no payload"
        return "\(url.quoted) was opened with \(found), and not with a payload of the type \(requested).".printed
    }
}
