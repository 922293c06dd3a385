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
        try PathWriter(self, values, tail).path()
    }
}

/// Writes the path of a pattern, by the choice of one of its expansions.
private final class PathWriter {
    let pattern: RoutePattern
    let content: PatternContent
    let names: PatternNames
    let values: [String: String]
    let tail: [String]

    init(_ pattern: RoutePattern, _ values: [String: String], _ tail: [String]) {
        self.pattern = pattern
        content = pattern.content
        names = PatternNames(content)
        self.values = values
        self.tail = tail
    }

    func path() throws(RouteURLError) -> String {
        for name in names.all where values[name]?.isEmpty == true { try fail(.empty, name) }
        let number = try bestExpansion()
        for name in names.all where values[name] != nil && name != names.host {
            guard names.paths[number].contains(name) else { try fail(.unplaced, name) }
        }
        let expansion = content.expansions[number]
        guard tail.isEmpty || expansion.endsInTail else { try fail(.unplaced, nil, tail.joined(separator: "/")) }
        var path = ""
        for segment in expansion.segmentsBeforeTail {
            guard let text = segment.text(with: values) else { try fail(.wildcard, nil) }
            path += "/" + PercentCoding.encodedSegment(text)
        }
        for segment in tail { path += "/" + PercentCoding.encodedSegment(segment) }
        if path.isEmpty { path = "/" }
        try check(path)
        return path
    }

    /// Of the expansions whose parameters all have values, the one with most of them; then the shortest, then the
    /// first.
    private func bestExpansion() throws(RouteURLError) -> Int {
        var best: (number: Int, rank: Int)?
        var missing: String?
        for number in content.expansions.indices {
            let path = content.expansions[number]
            missing = names.paths[number].first { values[$0] == nil }
            guard missing == nil else { continue }
            let count = names.paths[number].count + (!tail.isEmpty && path.endsInTail ? 1 : 0)
            let rank = count * (RoutePattern.maximumSegments + 1) - path.count
            if rank > best?.rank ?? .min { best = (number, rank) }
        }
        guard let best else { try fail(.missing, missing) }
        return best.number
    }

    /// The law of this file: what is read from the path is what was to be written.
    private func check(_ path: String) throws(RouteURLError) {
        let content = PatternContent(pathsOf: content)
        let hit = RouteIndex(of: [ConflictRoute(pattern, content)], .host(.ignore)).first(path)
        var read: [String: String] = [:]
        if let hit {
            let names = self.names.paths[hit.expansion]
            let texts = Array(hit.values(in: path))
            for number in names.indices { read[names[number]] = texts[number] }
        }
        for name in names.all where name != names.host && values[name] != nil {
            guard read[name] == values[name] else { try fail(.irreversible, name) }
        }
        guard let hit, (hit.tail(in: path) ?? []) == tail,
            names.all.allSatisfy({ read[$0] == nil || values[$0] != nil })
        else {
            let text = tail.joined(separator: "/")
            try fail(.irreversible, nil, text.isEmpty ? path : text)
        }
    }

    /// Throws; not inlined, since each throwing takes much code.
    @inline(never)
    private func fail(
        _ reason: RouteURLError.Reason, _ name: String?, _ value: String? = nil
    ) throws(RouteURLError) -> Never {
        throw RouteURLError(reason, route: pattern.text, name: name, value: value ?? name.flatMap { values[$0] })
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
final class PatternNames {
    /// All parameters, that of the host included.
    private(set) var all: [String] = []

    /// The parameters of each of its paths.
    private(set) var paths: [[String]] = []

    /// The parameter of the host.
    private(set) var host: String?

    /// The tail, if it has a name.
    private(set) var tail: String?

    /// Whether some path ends in a tail, and whether each does.
    private(set) var hasTail = false
    private(set) var alwaysHasTail = true

    /// The keys of the items that the query has to have.
    private(set) var queryKeys: [String] = []

    init(_ content: PatternContent) {
        for parameter in content.parameters { all.append(parameter.name) }
        for item in content.query { queryKeys.append(item.key) }
        if case .parameter(let parameter) = content.host { host = parameter.name }
        for path in content.expansions { add(path) }
    }

    convenience init(_ pattern: RoutePattern) { self.init(pattern.content) }

    private func add(_ path: [PatternSegment]) {
        paths.append(path.names)
        if case .wildcard(let name)? = path.last { tail = tail ?? name }
        hasTail = hasTail || path.endsInTail
        alwaysHasTail = alwaysHasTail && path.endsInTail
    }

    /// The parameters that take part in every path.
    @inline(never)
    var required: [String] {
        all.filter { name in name == host || paths.allSatisfy { $0.contains(name) } }
    }

    /// The parameters whose values do not stand in the query, too.
    @inline(never)
    var outsideQuery: [String] { all.filter { !queryKeys.contains($0) } }
}
