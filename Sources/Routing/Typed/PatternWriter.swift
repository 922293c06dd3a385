/// Writes the paths of one pattern, and reads back what was written.
final class PatternWriter: Sendable {
    let pattern: RoutePattern
    /// A table of the pattern alone, in which what was written is looked up.
    private let tree: RouteTree

    init(_ pattern: RoutePattern, ignoringCase: Bool) {
        self.pattern = pattern
        tree = RouteTree([RouteRecord(pattern: pattern)], .host(.path), isIgnoringCase: ignoringCase)
    }

    /// The path that has these values, percent-encoded.
    ///
    /// A group is written when all its parameters have values, one without parameters is left out. Linear in the pattern
    /// and the values, but for the groups.
    ///
    /// - Throws: The first value that is missing.
    func path(tail: [String], value: (String) -> String?) throws(RouteURLError) -> String {
        // The one with most values; then the shortest, then the first.
        var best: (path: String, length: Int, count: Int)?
        for segments in pattern.expansions {
            guard var (path, count) = Self.text(of: segments, value) else { continue }
            if !tail.isEmpty, segments.endsInTail {
                for segment in tail { path += "/" + segment.encoded(except: PercentCoding.plainInSegment) }
                count += 1
            }
            if let best, (best.count, segments.count) >= (count, best.length) { continue }
            best = (path.isEmpty ? "/" : path, segments.count, count)
        }
        guard let best else {
            let missing = pattern.requiredNames.first { value($0) == nil }
            throw RouteURLError(missing == nil ? .wildcard : .missing, route: pattern.text, name: missing)
        }
        return best.path
    }

    /// The text of a path without its tail, and how many values it has; `nil` if one is missing.
    private static func text(of path: [PatternSegment], _ value: (String) -> String?) -> (String, Int)? {
        var (text, count) = ("", 0)
        for segment in path.segmentsBeforeTail {
            text += "/"
            for piece in segment.pieces {
                switch piece {
                case .literal(let bytes): text += bytes.span.encoded(except: PercentCoding.plainInSegment)
                case .parameter(let parameter):
                    guard let value = value(parameter.name) else { return nil }
                    text += value.encoded(except: PercentCoding.plainInSegment)
                    count += 1
                }
            }
        }
        return (text, count)
    }

    /// The scheme and the host of a URL of the pattern, which requires a host.
    func site(scheme: String, value: (String) -> String?) throws(RouteURLError) -> String {
        switch pattern.host {
        case .literal(let bytes): return scheme + "://" + bytes.span.text
        case .parameter(let parameter):
            if let host = value(parameter.name) { return scheme + "://" + host }
            throw RouteURLError(.missing, route: pattern.text, name: parameter.name)
        default: throw RouteURLError(.wildcard, route: pattern.text)
        }
    }

    /// Ensures that the pattern reads these values, and no others, from a URL; as for `.`, which no path has as a segment.
    func check(
        _ url: String, in addressing: Addressing, tail: [String], value: (String) -> String?
    ) throws(RouteURLError) {
        for item in pattern.query {
            let value = value(item.name)
            if let value, item.type?.accepts(value) ?? true { continue }
            throw RouteURLError(
                value == nil ? .missing : .irreversible, route: pattern.text, name: item.name, value: value)
        }
        let address = try? URLText(url)
        let path = address.flatMap { addressing.path(of: $0) }
        let hit = path.flatMap { tree.best($0, of: address) }
        let first = pattern.numberOfFirstInPath
        var isSame = hit != nil
        for (number, parameter) in pattern.parameters.enumerated() {
            let text = path?.text ?? ""
            let read =
                number < first ? address?.withHost { $0.text } : hit?.value(ofParameter: number - first, in: text)
            if let value = value(parameter.name), read?.hasSameBytes(as: value) != true {
                throw RouteURLError(.irreversible, route: pattern.text, name: parameter.name, value: value)
            }
            if value(parameter.name) == nil, read != nil { isSame = false }
        }
        let segments = path.flatMap { hit?.tail(in: $0.text) } ?? []
        guard isSame, segments.elementsEqual(tail, by: { $0.hasSameBytes(as: $1) }) else {
            let segments = tail.joined(separator: "/")
            throw RouteURLError(.irreversible, route: pattern.text, value: segments.isEmpty ? url : segments)
        }
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
        case irreversible = "would not be read back"
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
