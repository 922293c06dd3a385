extension RoutePattern {
    /// The path that matches this pattern and has these values.
    ///
    /// ```swift
    /// try RoutePattern("/orders/:id(/items/:item)").path(with: ["id": "4/2"])  // /orders/4%2F2
    /// ```
    ///
    /// Values are percent-encoded. A group is written when all its parameters have values, one without parameters is
    /// left out. What was written is read once: a path from which other values would be read is an error, as for
    /// `.`, which no path can have as a segment. Linear in the pattern and the values, but for the groups.
    ///
    /// - Parameters:
    ///   - values: The values by the names of parameters; other names play no part.
    ///   - tail: The segments that the tail takes.
    /// - Returns: The path, beginning with a slash.
    /// - Throws: The first value that is missing or cannot be written.
    public func path(with values: [String: String], tail: [String] = []) throws(RouteURLError) -> String {
        try path(tail: tail) { values[$0] }
    }

    /// The path that matches this pattern, with a value for each name.
    func path(tail: [String], value: (String) -> String?) throws(RouteURLError) -> String {
        for parameter in parameters where value(parameter.name)?.isEmpty == true {
            throw RouteURLError(.empty, route: text, name: parameter.name, value: "")
        }
        let expansion = try bestExpansion(hasTail: !tail.isEmpty, value)
        guard tail.isEmpty || expansion.endsInTail else {
            throw RouteURLError(.unplaced, route: text, value: tail.joined(separator: "/"))
        }
        var path = ""
        for segment in expansion.segmentsBeforeTail {
            path += "/"
            switch segment {
            case .literal(let bytes): path.append(segment: bytes.span)
            case .parameter(let parameter): path.append(segment: value(parameter.name) ?? "")
            case .mixed(let mixed):
                for piece in mixed.pieces {
                    switch piece {
                    case .literal(let bytes): path.append(segment: bytes.span)
                    case .parameter(let parameter): path.append(segment: value(parameter.name) ?? "")
                    }
                }
            case .wildcard: throw RouteURLError(.wildcard, route: text)
            }
        }
        for segment in tail {
            path += "/"
            path.append(segment: segment)
        }
        if path.isEmpty { path = "/" }
        try check(path, tail, value, expansion)
        return path
    }

    /// Of the expansions whose parameters all have values, the one with most of them; then the shortest, then the
    /// first.
    private func bestExpansion(
        hasTail: Bool, _ value: (String) -> String?
    ) throws(RouteURLError) -> [PatternSegment] {
        var best: (expansion: [PatternSegment], rank: Int)?
        var missing: String?
        for expansion in expansions {
            var count = hasTail && expansion.endsInTail ? 1 : 0
            missing = nil
            expansion.forEachParameter { parameter in
                if missing == nil, value(parameter.name) == nil { missing = parameter.name }
                count += 1
            }
            let rank = count * (RoutePattern.maximumSegments + 1) - expansion.count
            if missing == nil, rank > best?.rank ?? .min { best = (expansion, rank) }
        }
        guard let best else { throw RouteURLError(.missing, route: text, name: missing) }
        return best.expansion
    }

    /// Ensures that what is read from a path is what was to be written.
    private func check(
        _ path: String, _ tail: [String], _ value: (String) -> String?, _ expansion: [PatternSegment]
    ) throws(RouteURLError) {
        let reading = reading(of: path)
        for parameter in parameters where parameter.name != hostName {
            guard let value = value(parameter.name) else { continue }
            let isRead = reading?.values[parameter.name].hasSameBytes(as: value) ?? false
            guard !isRead else { continue }
            let isPlaced = expansion.names.contains(parameter.name)
            throw RouteURLError(isPlaced ? .irreversible : .unplaced, route: text, name: parameter.name, value: value)
        }
        guard let reading, reading.tail.elementsEqual(tail, by: { $0.hasSameBytes(as: $1) }),
            reading.values.allSatisfy({ value($0.key) != nil })
        else {
            let segments = tail.joined(separator: "/")
            throw RouteURLError(.irreversible, route: text, value: segments.isEmpty ? path : segments)
        }
    }

    /// What the best of the expansions that match a path reads from it.
    private func reading(of path: String) -> ReadValues? {
        let (read, _) = PathText.ofPlace(path)
        return read.withSpan(of: path) { bytes in
            var best: (expansion: [PatternSegment], reading: ReadValues)?
            for expansion in expansions {
                guard let reading = expansion.reading(of: bytes, read.range) else { continue }
                if let best, expansion.precedence(over: best.expansion) <= 0 { continue }
                best = (expansion, reading)
            }
            return best?.reading
        }
    }
}

/// The values of the parameters that a path has, and the segments of its tail.
private typealias ReadValues = (values: [String: String], tail: [String])

extension [PatternSegment] {
    /// What these segments read from a path, or `nil` when it is another one.
    fileprivate func reading(of bytes: Span<UInt8>, _ path: PathRange) -> ReadValues? {
        var reading: ReadValues = ([:], [])
        var position = path.start
        for segment in segmentsBeforeTail {
            guard position <= path.end else { return nil }
            let end = bytes.firstSlash(from: position, before: path.end)
            let isTaken = PercentCoding.withDecoded(bytes, position..<end) { segment.read($0, into: &reading.values) }
            guard isTaken else { return nil }
            position = end + 1
        }
        while endsInTail, position <= path.end {
            let end = bytes.firstSlash(from: position, before: path.end)
            reading.tail.append(PercentCoding.text(of: bytes, from: position, to: end))
            position = end + 1
        }
        return position > path.end ? reading : nil
    }

    /// Calls the body with each parameter, from left to right.
    func forEachParameter(_ body: (RouteParameter) -> Void) {
        for segment in self {
            switch segment {
            case .parameter(let parameter): body(parameter)
            case .mixed(let mixed): for case .parameter(let parameter) in mixed.pieces { body(parameter) }
            case .literal, .wildcard: break
            }
        }
    }
}

extension PatternSegment {
    /// Whether a decoded segment is taken; what its parameters take is noted.
    fileprivate func read(_ decoded: Span<UInt8>, into values: inout [String: String]) -> Bool {
        guard matches(decoded) else { return false }
        switch self {
        case .literal, .wildcard: break
        case .parameter(let parameter): values[parameter.name] = decoded.text
        case .mixed(let mixed):
            for (parameter, range) in zip(mixed.parameters, mixed.ranges(in: decoded) ?? []) {
                values[parameter.name] = decoded.extracting(range).text
            }
        }
        return true
    }
}

extension String {
    /// Appends a part of a segment of a path.
    fileprivate mutating func append(segment: String) { segment.withSpan { append(segment: $0) } }

    fileprivate mutating func append(segment: Span<UInt8>) {
        append(encoding: segment, except: PercentCoding.plainInSegment)
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
