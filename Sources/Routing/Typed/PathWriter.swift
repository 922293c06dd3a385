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
private struct PathWriter: ~Copyable {
    let pattern: RoutePattern
    let values: [String: String]
    let tail: [String]

    init(_ pattern: RoutePattern, _ values: [String: String], _ tail: [String]) {
        self.pattern = pattern
        self.values = values.filter { pattern.parameterNames.contains($0.key) }
        self.tail = tail
    }

    func path() throws(RouteURLError) -> String {
        for (name, value) in values where value.isEmpty { throw error(.empty, name) }
        let expansion = try bestExpansion()
        let names = expansion.flatMap(\.names)
        let host = pattern.hostName
        if let name = Array(values.keys).sorted().first(where: { !names.contains($0) && $0 != host }) {
            throw error(.unplaced, name)
        }
        if !tail.isEmpty, !expansion.endsInTail { throw error(.unplaced, nil) }
        let path = try text(of: expansion)
        try check(path)
        return path
    }

    /// Of the expansions whose parameters all have values, the one with most of them; then the shortest, then the
    /// first.
    private func bestExpansion() throws(RouteURLError) -> [PatternSegment] {
        func rank(_ path: [PatternSegment]) -> (Int, Int) {
            let takesTail = !tail.isEmpty && path.endsInTail
            return (path.flatMap(\.names).count + (takesTail ? 1 : 0), -path.count)
        }
        let possible = pattern.expansions.filter { $0.allSatisfy { $0.names.allSatisfy { values[$0] != nil } } }
        guard var best = possible.first else {
            let names = pattern.expansions.last?.flatMap(\.names) ?? []
            throw error(.missing, names.first { values[$0] == nil })
        }
        for path in possible.dropFirst() where rank(path) > rank(best) { best = path }
        return best
    }

    private func text(of expansion: [PatternSegment]) throws(RouteURLError) -> String {
        var path = ""
        for segment in expansion.segmentsBeforeTail {
            guard let text = segment.text(with: values) else { throw error(.wildcard, nil) }
            path += "/" + PercentCoding.encodedSegment(text)
        }
        if expansion.endsInTail { for segment in tail { path += "/" + PercentCoding.encodedSegment(segment) } }
        return path.isEmpty ? "/" : path
    }

    /// The law of this file: what is read from the path is what was to be written.
    private func check(_ path: String) throws(RouteURLError) {
        let content = PatternContent(pathsOf: pattern.content)
        var tree = RouteTree()
        tree.insert(content, priority: 0, route: 0)
        let hit = RouteIndex(tree, .host(.ignore)).first(path)
        var read: [String: String] = [:]
        if let hit {
            let names = ParameterNames(of: content).paths[hit.expansion]
            for (number, name) in names.enumerated() { read[name] = hit.values(in: path)[number] }
        }
        let host = pattern.hostName
        for name in Array(values.keys).sorted() where name != host && read[name] != values[name] {
            throw error(.irreversible, name)
        }
        guard let hit, (hit.tail(in: path) ?? []) == tail, !read.keys.contains(where: { values[$0] == nil }) else {
            throw error(.irreversible, nil, tail.isEmpty ? path : tail.joined(separator: "/"))
        }
    }

    private func error(_ reason: RouteURLError.Reason, _ name: String?, _ value: String? = nil) -> RouteURLError {
        RouteURLError(reason, route: pattern.text, name: name, value: value ?? name.flatMap { values[$0] })
    }
}

extension PatternSegment {
    /// The names of its parameters.
    var names: [String] {
        switch self {
        case .literal, .wildcard: []
        case .parameter(let parameter): [parameter.name]
        case .mixed(let segment): segment.pieces.compactMap(\.name)
        }
    }

    /// The decoded text of the segment, or `nil` when values do not say what it is.
    fileprivate func text(with values: [String: String]) -> [UInt8]? {
        switch self {
        case .literal(let bytes): bytes
        case .parameter(let parameter): values[parameter.name].map { Array($0.utf8) }
        case .wildcard: nil
        case .mixed(let segment):
            segment.pieces.flatMap { piece -> [UInt8] in
                switch piece {
                case .literal(let bytes): bytes
                case .parameter(let parameter): Array((values[parameter.name] ?? "").utf8)
                }
            }
        }
    }
}

extension MixedSegment.Piece {
    fileprivate var name: String? {
        if case .parameter(let parameter) = self { parameter.name } else { nil }
    }
}

extension RoutePattern {
    /// The names of all parameters, that of the host included.
    var parameterNames: [String] { parameters.map(\.name) }

    /// The names of the parameters whose values do not stand in the query, too.
    var namesOutsideQuery: [String] {
        let query = query
        return parameterNames.filter { name in !query.contains { $0.key == name } }
    }

    /// The name of the host parameter.
    var hostName: String? {
        if case .parameter(let parameter) = host { parameter.name } else { nil }
    }

    /// The name of the tail: one that a named `*` has.
    var tailName: String? {
        for path in expansions {
            if case .wildcard(let name?) = path.last { return name }
        }
        return nil
    }

    /// Whether every path of the pattern ends in a tail.
    var alwaysHasTail: Bool { expansions.allSatisfy(\.endsInTail) }

    /// The parameters that take part in every path.
    var requiredNames: [String] {
        let paths = expansions.map { $0.flatMap(\.names) }
        let host = hostName
        return parameterNames.filter { name in name == host || paths.allSatisfy { $0.contains(name) } }
    }

    /// The host of a URL with these values: `nil` when any will do, and also when the values do not say which.
    func host(with values: [String: String]) -> String? {
        switch host {
        case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
        case .parameter(let parameter): values[parameter.name]
        case .subdomains, nil: nil
        }
    }
}
