extension RoutePattern {
    /// The path that fits this pattern and has these values.
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
        try PathWriter(self).path(with: values, tail: tail)
    }
}

/// Writes the paths of one pattern, and reads each one back.
final class PathWriter: Sendable {
    let pattern: RoutePattern
    let names: PatternNames
    private let expansions: [[PatternSegment]]
    private let reader: RouteMatcher

    init(_ pattern: RoutePattern) {
        self.pattern = pattern
        let content = pattern.content
        names = PatternNames(content)
        expansions = content.expansions
        let record = RouteRecord(pattern, PatternContent(pathsOf: content))
        reader = RouteMatcher(RouteTree([record], isIgnoringCase: false, hasHosts: false))
    }

    func path(with values: [String: String], tail: [String]) throws(RouteURLError) -> String {
        for name in names.all where values[name]?.isEmpty == true { throw error(.empty, name, values) }
        let number = try bestExpansion(values, hasTail: !tail.isEmpty)
        for name in names.all where values[name] != nil && name != names.host {
            guard names.paths[number].contains(name) else { throw error(.unplaced, name, values) }
        }
        let expansion = expansions[number]
        guard tail.isEmpty || expansion.endsInTail else { throw error(.unplaced, tail: tail) }
        var path = ""
        for segment in expansion.segmentsBeforeTail {
            guard let text = segment.text(with: values) else { throw error(.wildcard) }
            path += "/" + PercentCoding.encodedSegment(text)
        }
        for segment in tail { path += "/" + PercentCoding.encodedSegment(segment.bytes) }
        if path.isEmpty { path = "/" }
        try check(path, values, tail)
        return path
    }

    /// Of the expansions whose parameters all have values, the one with most of them; then the shortest, then the
    /// first.
    private func bestExpansion(_ values: [String: String], hasTail: Bool) throws(RouteURLError) -> Int {
        var best: (number: Int, rank: Int)?
        var missing: String?
        for number in expansions.indices {
            missing = names.paths[number].first { values[$0] == nil }
            guard missing == nil else { continue }
            let count = names.paths[number].count + (hasTail && expansions[number].endsInTail ? 1 : 0)
            let rank = count * (RoutePattern.maximumSegments + 1) - expansions[number].count
            if rank > best?.rank ?? .min { best = (number, rank) }
        }
        guard let best else { throw error(.missing, missing) }
        return best.number
    }

    /// The law of this file: what is read from the path is what was to be written.
    private func check(_ path: String, _ values: [String: String], _ tail: [String]) throws(RouteURLError) {
        let hit = reader.best(path)
        let taken = hit.map { names.paths[$0.expansion] } ?? []
        let texts = hit.map { Array($0.values(in: path)) } ?? []
        for name in names.all where name != names.host && values[name] != nil {
            let text = taken.firstIndex(of: name).map { texts[$0] }
            guard let text, let value = values[name], text.hasSameBytes(as: value) else {
                throw error(.irreversible, name, values)
            }
        }
        guard let hit, (hit.tail(in: path) ?? []).elementsEqual(tail, by: { $0.hasSameBytes(as: $1) }),
            taken.allSatisfy({ values[$0] != nil })
        else {
            throw error(.irreversible, tail: tail, path)
        }
    }

    private func error(
        _ reason: RouteURLError.Reason, _ name: String? = nil, _ values: [String: String] = [:]
    ) -> RouteURLError {
        RouteURLError(reason, route: pattern.text, name: name, value: name.flatMap { values[$0] })
    }

    private func error(_ reason: RouteURLError.Reason, tail: [String], _ path: String = "") -> RouteURLError {
        let text = tail.joined(separator: "/")
        return RouteURLError(reason, route: pattern.text, value: text.isEmpty ? path : text)
    }
}

extension PatternSegment {
    /// The decoded text of the segment, or `nil` when values do not say what it is.
    fileprivate func text(with values: [String: String]) -> Bytes? {
        switch self {
        case .literal(let bytes): return bytes
        case .parameter(let parameter): return values[parameter.name]?.bytes
        case .wildcard: return nil
        case .mixed(let segment):
            var text: Bytes = []
            for piece in segment.pieces {
                switch piece {
                case .literal(let bytes): text += bytes
                case .parameter(let parameter): text += (values[parameter.name] ?? "").bytes
                }
            }
            return text
        }
    }
}

/// The names in a pattern.
struct PatternNames: Sendable {
    /// All parameters, that of the host included.
    let all: [String]

    /// The parameters of each of its paths.
    let paths: [[String]]

    /// The parameter of the host.
    let host: String?

    /// The tail, if it has a name.
    let tail: String?

    /// Whether some path ends in a tail, and whether each does.
    let hasTail: Bool
    let alwaysHasTail: Bool

    /// The keys of the items that the query has to have.
    let queryKeys: [String]

    init(_ content: PatternContent) {
        all = content.parameters.map(\.name)
        queryKeys = content.query.map(\.key)
        paths = content.expansions.map(\.names)
        if case .parameter(let parameter) = content.host { host = parameter.name } else { host = nil }
        let tails = content.expansions.filter(\.endsInTail)
        hasTail = !tails.isEmpty
        alwaysHasTail = tails.count == content.expansions.count
        tail = tails.lazy.compactMap { if case .wildcard(let name)? = $0.last { name } else { nil } }.first
    }

    init(_ pattern: RoutePattern) { self.init(pattern.content) }

    /// The parameters that take part in every path.
    var required: [String] {
        all.filter { name in name == host || paths.allSatisfy { $0.contains(name) } }
    }

    /// The parameters whose values are not in the query, too.
    var outsideQuery: [String] { all.filter { !queryKeys.contains($0) } }
}
