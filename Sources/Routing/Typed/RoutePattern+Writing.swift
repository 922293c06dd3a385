extension RoutePattern {
    /// The path that matches this pattern and has these values, which are percent-encoded.
    ///
    /// A group is written when all its parameters have values, one without parameters is left out. What was written is read
    /// once: a path from which other values would be read is an error, as for `.`, which no path can have as a segment.
    /// Linear in the pattern and the values, but for the groups.
    ///
    /// - Throws: The first value that is missing or cannot be written.
    func path(tail: [String], value: (String) -> String?) throws(RouteURLError) -> String {
        for parameter in parameters where value(parameter.name)?.isEmpty == true {
            throw RouteURLError(.empty, route: text, name: parameter.name)
        }
        // The one with most values; then the shortest, then the first.
        func rank(_ path: [PatternSegment]) -> (Int, Int) {
            (path.names.count + (!tail.isEmpty && path.endsInTail ? 1 : 0), -path.count)
        }
        let complete = expansions.filter { $0.allSatisfy { $0.parameters.allSatisfy { value($0.name) != nil } } }
        guard let expansion = complete.max(by: { rank($0) < rank($1) }) else {
            throw RouteURLError(.missing, route: text, name: requiredNames.first { value($0) == nil })
        }
        guard tail.isEmpty || expansion.endsInTail else {
            throw RouteURLError(.unplacedTail, route: text, value: tail.joined(separator: "/"))
        }
        var path = ""
        for segment in expansion.segmentsBeforeTail {
            path += "/"
            for piece in segment.pieces {
                switch piece {
                case .literal(let bytes): path += bytes.span.encoded(except: PercentCoding.plainInSegment)
                case .parameter(let parameter):
                    guard let value = value(parameter.name) else { throw RouteURLError(.wildcard, route: text) }
                    path += value.encoded(except: PercentCoding.plainInSegment)
                }
            }
        }
        for segment in tail { path += "/" + segment.encoded(except: PercentCoding.plainInSegment) }
        if path.isEmpty { path = "/" }
        try check(path, tail, value, expansion)
        return path
    }

    /// Ensures that what is read from a path is what was to be written.
    private func check(
        _ path: String, _ tail: [String], _ value: (String) -> String?, _ written: [PatternSegment]
    ) throws(RouteURLError) {
        let segments = PathText.ofPlace(path).path.segments
        let readings = expansions.compactMap { path in path.values(in: segments).map { (path: path, values: $0) } }
        let reading = readings.max { $0.path.precedence(over: $1.path) < 0 }
        for parameter in parameters where parameter.name != hostName {
            guard let value = value(parameter.name) else { continue }
            if let read = reading?.values[parameter.name], read.hasSameBytes(as: value) { continue }
            let reason = written.names.contains(parameter.name) ? RouteURLError.Reason.irreversible : .unplaced
            throw RouteURLError(reason, route: text, name: parameter.name, value: value)
        }
        guard let (path: expansion, values: values) = reading, values.keys.allSatisfy({ value($0) != nil }),
            segments.dropFirst(expansion.segmentsBeforeTail.count).elementsEqual(tail, by: { $0.hasSameBytes(as: $1) })
        else {
            let segments = tail.joined(separator: "/")
            throw RouteURLError(.irreversible, route: text, value: segments.isEmpty ? path : segments)
        }
    }

    /// The scheme and the host of a URL of this pattern, which asks for a host.
    ///
    /// - Throws: When the values do not say the host, or when another one would be read.
    func site(scheme: String, value: (String) -> String?) throws(RouteURLError) -> String {
        let host: String
        switch self.host {
        case .literal(let bytes): host = bytes.span.text
        case .parameter(let parameter):
            guard let value = value(parameter.name) else {
                throw RouteURLError(.missing, route: text, name: parameter.name)
            }
            host = value
        default: throw RouteURLError(.wildcard, route: text)
        }
        let site = scheme + "://" + host
        guard let read = try? URLText(site), read.hasPlainHost, read.withHost({ $0.text }).hasSameBytes(as: host) else {
            throw RouteURLError(.irreversible, route: text, name: hostName, value: host)
        }
        return site
    }
}

extension [PatternSegment] {
    /// What these segments read from the decoded ones of a path, or `nil` when it is another one.
    fileprivate func values(in segments: [String]) -> [String: String]? {
        let own = segmentsBeforeTail
        guard own.count == segments.count || endsInTail && own.count < segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, text) in zip(own, segments) {
            let isRead = text.withSpan { decoded in
                guard segment.matches(decoded) else { return false }
                switch segment {
                case .literal, .wildcard: break
                case .parameter(let parameter): values[parameter.name] = text
                case .mixed(let mixed):
                    for (parameter, range) in zip(mixed.parameters, mixed.ranges(in: decoded) ?? []) {
                        values[parameter.name] = decoded.extracting(range).text
                    }
                }
                return true
            }
            guard isRead else { return nil }
        }
        return values
    }
}

/// A URL or a path that could not be written.
public struct RouteURLError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The pattern, the type or the place that was to be written.
    public let route: String

    /// The parameter or field; `nil` when it is about the route as a whole.
    public let name: String?

    /// The value that could not be written.
    public let value: String?

    /// What could not be written and why, in one sentence.
    public let description: String

    /// What can be wrong, as the end of a sentence.
    enum Reason: String {
        case missing = "has no value"
        case empty = "is empty, and no path has an empty value"
        case unplaced = "has no place, since another value of its group is missing"
        case unplacedTail = "has no place, since the pattern has no tail"
        case irreversible = "would be read back as something else"
        case wildcard = "has no value for the wildcard"
        case unsupported = "is neither a single value nor a list of them"
        case unregistered = "is not registered with this router"
        case noOrigin = "needs an origin, and there is none"
    }

    init(_ reason: Reason, route: String, name: String? = nil, value: String? = nil) {
        (self.route, self.name, self.value) = (route, name, value)
        var what = name?.quoted ?? value?.quoted ?? "it"
        if name != nil, let value { what += ", which is \(value.quoted)," }
        description = "There is no URL for \(route.quoted): \(what) \(reason.rawValue)."
    }

    init(_ error: RoutePatternError) {
        (route, name, value, description) = (error.pattern, nil, nil, error.description)
    }
}
