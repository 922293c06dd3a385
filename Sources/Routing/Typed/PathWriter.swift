extension RoutePattern {
    /// The path that matches this pattern and has these values.
    ///
    /// ```swift
    /// try RoutePattern("/orders/:id(/items/:item)").path(with: ["id": "4/2"])  // /orders/4%2F2
    /// ```
    ///
    /// Values are percent-encoded. A group is written when all its parameters have values, one without parameters is
    /// left out. What was written is matched once: a path from which other values would be read is an error, as for
    /// `.`, which no path can have as a segment. Linear in the pattern and the values, but for the groups.
    ///
    /// - Parameters:
    ///   - values: The values by the names of parameters; other names play no part.
    ///   - tail: The segments that the tail takes.
    /// - Returns: The path, beginning with a slash.
    /// - Throws: The first value that is missing or cannot be written.
    public func path(with values: [String: String], tail: [String] = []) throws(RouteURLError) -> String {
        try PathWriter(self).path(tail: tail, .named(values))
    }
}

/// The names in a pattern.
extension RoutePattern {
    /// The parameter of the host.
    var hostName: String? { if case .parameter(let parameter) = host { parameter.name } else { nil } }

    /// The tail, if it has a name.
    var tailName: String? {
        for path in expansions {
            if case .wildcard(let name?)? = path.last { return name }
        }
        return nil
    }

    /// Whether some path ends in a tail.
    var hasTail: Bool { expansions.contains(where: \.endsInTail) }

    /// The parameters that take part in every path.
    var requiredNames: [String] {
        let paths = expansions.map(\.names)
        return parameters.map(\.name).filter { name in
            name == hostName || paths.allSatisfy { $0.contains(name) }
        }
    }
}

/// What a path is written from: a value for each name.
enum PathValues {
    case named([String: String])
    case items([QueryItem])
    case match(RouteMatch)

    func callAsFunction(_ name: String) -> String? {
        switch self {
        case .named(let values): values[name]
        case .items(let items): items.first { $0.key == name }?.value
        case .match(let match): match.parameter(name)
        }
    }
}

/// Writes the paths of one pattern, and reads each one back.
final class PathWriter: Sendable {
    let pattern: RoutePattern
    private let expansions: [[PatternSegment]]
    /// The parameters of each expansion.
    private let names: [[String]]
    private let parameters: [String]
    private let reader: RouteTable<Void>

    init(_ pattern: RoutePattern) {
        self.pattern = pattern
        expansions = pattern.expansions
        names = expansions.map(\.names)
        parameters = pattern.parameters.map(\.name).filter { $0 != pattern.hostName }
        reader = RouteTable([.init(pattern: RoutePattern(pathsOf: pattern), value: ())])
    }

    /// The path with these values of parameters, and the segments of the tail.
    func path(tail: [String], _ value: PathValues) throws(RouteURLError) -> String {
        for parameter in pattern.parameters where value(parameter.name)?.isEmpty == true {
            throw error(.empty, parameter.name, "")
        }
        let number = try bestExpansion(hasTail: !tail.isEmpty, value)
        for name in parameters where !names[number].contains(name) {
            if let value = value(name) { throw error(.unplaced, name, value) }
        }
        let expansion = expansions[number]
        guard tail.isEmpty || expansion.endsInTail else { throw error(.unplaced, nil, tail.joined(separator: "/")) }
        var path = ""
        for segment in expansion.segmentsBeforeTail {
            path += "/"
            switch segment {
            case .literal(let bytes): path.append(encoding: bytes.span)
            case .parameter(let parameter): path.append(encoding: value(parameter.name) ?? "")
            case .mixed(let segment):
                for piece in segment.pieces {
                    switch piece {
                    case .literal(let bytes): path.append(encoding: bytes.span)
                    case .parameter(let parameter): path.append(encoding: value(parameter.name) ?? "")
                    }
                }
            case .wildcard: throw error(.wildcard)
            }
        }
        for segment in tail {
            path += "/"
            path.append(encoding: segment)
        }
        if path.isEmpty { path = "/" }
        try check(path, tail, value)
        return path
    }

    /// Of the expansions whose parameters all have values, the one with most of them; then the shortest, then the
    /// first.
    private func bestExpansion(hasTail: Bool, _ value: PathValues) throws(RouteURLError) -> Int {
        var best: (number: Int, rank: Int)?
        var missing: String?
        for number in expansions.indices {
            missing = names[number].first { value($0) == nil }
            guard missing == nil else { continue }
            let count = names[number].count + (hasTail && expansions[number].endsInTail ? 1 : 0)
            let rank = count * (RoutePattern.maximumSegments + 1) - expansions[number].count
            if rank > best?.rank ?? .min { best = (number, rank) }
        }
        guard let best else { throw error(.missing, missing) }
        return best.number
    }

    /// Ensures that what is read from the path is what was to be written.
    private func check(_ path: String, _ tail: [String], _ value: PathValues) throws(RouteURLError) {
        let match = reader.match(path)
        for name in parameters {
            guard let value = value(name) else { continue }
            guard let match, match[name].hasSameBytes(as: value) else { throw error(.irreversible, name, value) }
        }
        guard let match, (match.tail ?? []).elementsEqual(tail, by: { $0.hasSameBytes(as: $1) }),
            parameters.allSatisfy({ value($0) != nil || match[$0] == nil })
        else {
            let text = tail.joined(separator: "/")
            throw error(.irreversible, nil, text.isEmpty ? path : text)
        }
    }

    private func error(_ reason: RouteURLError.Reason, _ name: String? = nil, _ value: String? = nil) -> RouteURLError {
        RouteURLError(reason, route: pattern.text, name: name, value: value)
    }
}

extension String {
    /// Appends text as a part of a segment.
    fileprivate mutating func append(encoding bytes: Span<UInt8>) {
        append(encoding: bytes, except: PercentCoding.plainInSegment)
    }

    fileprivate mutating func append(encoding text: String) {
        append(encoding: text, except: PercentCoding.plainInSegment)
    }
}

/// A URL or a path that could not be written.
public struct RouteURLError: Error, Sendable, Hashable {
    /// The pattern, the type or the place that was to be written.
    public let route: String

    /// The parameter or field; `nil` when it is about the route as a whole.
    public let name: String?

    /// The value that could not be written.
    public let value: String?

    /// What is wrong with a pattern that is none.
    public let patternError: RoutePatternError?

    private let reason: Reason

    enum Reason {
        case missing, empty, unplaced, irreversible, wildcard, unsupported, unregistered, noOrigin, malformedPattern
    }

    init(_ reason: Reason, route: String, name: String? = nil, value: String? = nil) {
        self.reason = reason
        self.route = route
        self.name = name
        self.value = value
        patternError = nil
    }

    init(_ error: RoutePatternError) {
        reason = .malformedPattern
        route = error.pattern
        (name, value) = (nil, nil)
        patternError = error
    }
}

extension RouteURLError: CustomStringConvertible {
    /// What could not be written and why, in one sentence.
    public var description: String {
        patternError?.description ?? "There is no URL for \(route.quoted): \(explanation)."
    }

    private var explanation: String {
        let value = value?.quoted
        var what = name?.quoted ?? value ?? "it"
        if let name, let value { what = "\(name.quoted), which is \(value)," }
        return switch reason {
        case .missing: "\(what) has no value"
        case .empty: "\(name?.quoted ?? "a value") is empty, and no path has an empty value"
        case .unplaced where name == nil: "there is no place for the tail \(what)"
        case .unplaced: "\(what) has no place, since another value of its group is missing"
        case .irreversible: "\(what) would be read back as something else"
        case .wildcard: "no value says what the wildcard stands for"
        case .unsupported: "\(what) is neither a single value nor a list of them"
        case .unregistered: "the type is not registered with this router"
        case .noOrigin: "it needs an origin, and there is none"
        case .malformedPattern: "it is no pattern"
        }
    }
}
