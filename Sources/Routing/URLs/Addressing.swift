/// The rule by which a router gets from a URL to a path.
enum Addressing: Sendable, Equatable {
    case host(HostRule)

    /// The first of these origins with which a URL begins.
    case origins([Origin])

    /// The path to be looked up, or `nil` when the URL is not one of those that are looked up.
    ///
    /// Then it begins with none of the origins, or the host would be a dot segment.
    func path(of url: URLText) -> PathText? {
        switch self {
        case .host(.path): return url.parts.hostKind == .dots ? nil : url.path(withHost: true)
        case .host: return url.path(withHost: false)
        case .origins(let origins):
            for index in origins.indices {
                if let path = origins[index].path(of: url) { return path }
            }
            return nil
        }
    }

    /// Returns whether a URL begins with one of the origins, and has neither user info nor another port.
    func isOrigin(of url: URLText) -> Bool {
        guard case .origins(let origins) = self else { return false }
        return origins.contains { $0.path(of: url) != nil && $0.hasPort(of: url) }
    }

    /// Throws when the host counts as a segment and is a dot segment.
    func check(_ url: URLText) throws(URLTextError) {
        guard url.parts.hostKind == .dots, let host = url.parts.host else { return }
        let isSegment =
            switch self {
            case .host(let rule): rule == .path
            case .origins(let origins): origins.contains { $0.takesHost && $0.isAuthority(of: url) }
            }
        if isSegment { throw URLTextError(.invalidAuthority, at: host.lowerBound) }
    }
}

extension Addressing: CustomStringConvertible {
    /// The origins, or the host rule.
    var description: String {
        switch self {
        case .host(let rule): "the host rule `\(rule.rawValue)`"
        case .origins(let origins): "the origins " + origins.map(\.description.quoted).joined(separator: ", ")
        }
    }
}

/// URLs of redirect targets: paths that begin with a slash, with a query and a fragment.
extension Addressing {
    /// Returns the URL of a target that a guard, a handler or a redirect names, seen from the URL that was opened.
    ///
    /// A target that begins with a slash is a path of the router, with two slashes also: it stays at the authority of
    /// that URL. Any other is a whole URL and stays as it is.
    ///
    /// - Throws: When the router would read the URL as another path.
    func url(of target: String, seenFrom url: URLText) throws(RouteURLError) -> String {
        guard target.begins(with: "/") else { return try Self.wholeURL(target) }
        let text =
            switch self {
            case .origins(let origins):
                origins.first { $0.path(of: url) != nil }
                    .map { $0.concrete(at: url.written(url.parts.host ?? 0..<0)).url(of: target) } ?? target
            case .host(.path): url.scheme + "://" + target
            case .host:
                url.scheme + "://"
                    + url.written((url.parts.host ?? url.parts.path).lowerBound..<url.parts.path.lowerBound) + target
            }
        guard reads(text, as: target) else {
            let cause = text.errorAsURL ?? "the router reads another path from it, or none"
            throw RouteURLError(.irreversible, route: target, value: text, because: cause)
        }
        return text
    }

    /// Returns a target that is named where only a path was opened: a path that no reader takes for a host, or a whole
    /// URL.
    ///
    /// A browser reads a backslash in a path as a slash, and two slashes in any spelling as the beginning of a host.
    static func checked(_ target: String) throws(RouteURLError) -> String {
        guard target.begins(with: "/") else { return try wholeURL(target) }
        let end = PathText.ofTarget(target).end
        let backslash = target.withSpan { $0.firstIndex(of: UInt8(ascii: "\\"), from: 0, before: end) }
        var cause = "x://\(target)".errorAsURL
        if target.begins(with: "//") { cause = "browsers read what follows two slashes as a host" }
        if backslash < end { cause = URLTextError.Reason.backslash.rawValue }
        if let cause { throw RouteURLError(.irreversible, route: target, because: cause) }
        return target
    }

    /// Returns a target that is a whole URL; one of the web has a host.
    private static func wholeURL(_ target: String) throws(RouteURLError) -> String {
        if let cause = target.errorAsURL { throw RouteURLError(.irreversible, route: target, because: cause) }
        guard let url = try? URLText(target), url.parts.host?.isEmpty == false || !url.needsHost else {
            throw RouteURLError(.irreversible, route: target, because: "a URL of the web needs two slashes and a host")
        }
        return target
    }

    /// The URL of a path that is opened alone: at the first origin, or without a host.
    ///
    /// If all origins are wildcards, it is at a subdomain of the first. `nil` when no URL of that origin has the path.
    func address(of path: String) throws(URLTextError) -> URLText? {
        let origin = firstOrigin(of: []) ?? firstWildcard(of: [])?.example
        let text = origin?.url(of: path) ?? "x://" + path
        do throws(URLTextError) {
            let address = try URLText(text)
            return reads(text, as: path) ? address : nil
        } catch {
            let lead = text.utf8.count - path.utf8.count
            throw URLTextError(error.reason, at: max(0, error.offset - lead))
        }
    }

    /// Returns whether a URL is read as the path, the query and the fragment of a target.
    private func reads(_ text: String, as target: String) -> Bool {
        guard let url = try? URLText(text), let read = path(of: url) else { return false }
        let meant = PathText.ofTarget(target)
        return read.segments.elementsEqual(meant.path.segments) { $0.hasSameBytes(as: $1) }
            && text.part(from: url.parts.path.upperBound).hasSameBytes(as: target.part(from: meant.end))
    }

    /// The first origin of which URLs can be written, of one of the schemes if there are any.
    func firstOrigin(of schemes: Set<String>) -> Origin? { origins(of: schemes).first { !$0.isWildcard } }

    /// The first origin that matches all subdomains of a host, of one of the schemes if there are any.
    func firstWildcard(of schemes: Set<String>) -> Origin? { origins(of: schemes).first(where: \.isWildcard) }

    private func origins(of schemes: Set<String>) -> [Origin] {
        guard case .origins(let origins) = self else { return [] }
        return schemes.isEmpty ? origins : origins.filter { schemes.contains(where: $0.url.hasScheme) }
    }
}

extension Addressing {
    /// A Boolean value that indicates whether the first segment of a path may be a host.
    var hasHosts: Bool { if case .host(let rule) = self { rule == .path } else { true } }
}

/// The meaning of the host of a URL to a router.
///
/// A router does not guess the meaning from a dot in the host.
public enum HostRule: String, Sendable, Hashable, Codable {
    /// The host is the first segment of the path: `shop://product/42` is `/product/42`.
    case path

    /// The host is ignored: `https://shop.example/product/42` is `/product/42`.
    case ignore

    /// Patterns may ask for a host: `//shop.example/product/:id`; one that does not takes any host.
    case match
}

/// A path and the text that it is a part of; it may have dot segments.
struct PathText: Sendable {
    let text: String
    let range: PathRange

    /// The ranges of the segments, without the dot segments.
    var segmentRanges: [Range<Int>] { text.withSpan { range.segments(in: $0) } }

    /// The decoded segments, without the dot segments.
    var segments: [String] { segmentRanges.map { text.decoded($0) } }
}

extension URLText {
    /// The path, perhaps behind the host as its first segment.
    ///
    /// The text is copied only when a port is between the two.
    func path(withHost: Bool) -> PathText {
        guard withHost, let host = parts.host, !host.isEmpty else { return PathText(text, parts.path) }
        if host.upperBound == parts.path.lowerBound {
            return PathText(text, host.lowerBound..<parts.path.upperBound, beginsWithHost: true)
        }
        let whole = written(host) + path
        return PathText(whole, 0..<whole.utf8.count, beginsWithHost: true)
    }
}

extension PathText {
    /// A part of a text.
    init(_ text: String, _ part: Range<Int>, beginsWithHost: Bool = false) {
        let range = text.withSpan {
            PathRange(of: $0, from: part.lowerBound, to: part.upperBound, beginsWithHost: beginsWithHost)
        }
        self.init(text: text, range: range)
    }
}

extension PathText {
    /// The path of a redirect target, and the index of its end.
    ///
    /// Spaces at the end of the target are ignored, as in a URL.
    static func ofTarget(_ target: String) -> (path: PathText, end: Int) {
        let end = target.withSpan { bytes in
            var end = bytes.count
            while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
            return bytes.firstIndex(of: "?#", from: 0, before: end)
        }
        return (PathText(target, 0..<end), end)
    }
}

/// The range of a path in a text.
///
/// One leading and one trailing slash are left out. A segment ends at a slash or at `end`; the next one begins behind
/// the slash, and there is none left when the beginning is behind `end`.
struct PathRange: Sendable {
    let start: Int
    let end: Int

    /// A Boolean value that indicates whether the first segment was a host, which compares case-insensitively and is no
    /// dot segment.
    let beginsWithHost: Bool
}

extension PathRange {
    /// A part of a text.
    init(of bytes: Span<UInt8>, from start: Int, to end: Int, beginsWithHost: Bool = false) {
        let slash = UInt8(ascii: "/")
        let first = start < end && bytes[start] == slash ? start + 1 : start
        let isEmpty = first == end
        self.init(
            start: isEmpty ? end + 1 : first, end: !isEmpty && bytes[end - 1] == slash ? end - 1 : end,
            beginsWithHost: beginsWithHost)
    }
}

extension PathRange {
    /// Returns whether the text is as labels have it, from the beginning of a segment on: there are no escapes, and no
    /// segment begins with a dot.
    func isPlain(in bytes: Span<UInt8>, from start: Int) -> Bool {
        var first = start
        while first <= end {
            let last = bytes.endOfSegment(from: first, before: end)
            if bytes.isSpecial(from: first, to: last, before: end) { return false }
            first = last + 1
        }
        return true
    }

    /// Returns the ranges of the segments in the text as it was written, without the dot segments.
    func segments(in bytes: Span<UInt8>) -> [Range<Int>] {
        var segments: [Range<Int>] = []
        let hostCount = beginsWithHost ? 1 : 0
        var position = start
        while position <= end {
            let next = bytes.firstIndex(of: UInt8(ascii: "/"), from: position, before: end)
            let isHost = beginsWithHost && position == start
            switch isHost ? 0 : bytes.dotCount(from: position, before: next) {
            case 0: segments.append(position..<next)
            case 2 where segments.count > hostCount: segments.removeLast()
            default: break
            }
            position = next + 1
        }
        return segments
    }
}

extension Span<UInt8> {
    /// Returns the end of the segment that begins at `start`, or its first escape.
    func endOfSegment(from start: Int, before end: Int) -> Int {
        firstIndex(from: start, before: end) { $0.marks(of: UInt8(ascii: "/")) | $0.marks(of: UInt8(ascii: "%")) }
    }

    /// Returns whether a segment has an escape, before which it was found to end, or begins with a dot.
    func isSpecial(from start: Int, to last: Int, before end: Int) -> Bool {
        last < end && self[last] == UInt8(ascii: "%") || start < last && self[start] == UInt8(ascii: ".")
    }
}
