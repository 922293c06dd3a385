/// What the host of a URL means to a router.
///
/// It is not guessed from a dot in the host.
public enum HostRule: String, Sendable, Hashable, Codable {
    /// The host is the first segment of the path: `shop://product/42` is `/product/42`.
    case path

    /// The host is ignored: `https://shop.example/product/42` is `/product/42`.
    case ignore

    /// Patterns may ask for a host: `//shop.example/product/:id`; one that does not takes any host.
    case match
}

/// How a router gets from a URL to a path.
enum Addressing: Sendable {
    case host(HostRule)

    /// By origins, of which the first counts that a URL begins with.
    case origins([Origin])

    /// The path to be looked up, or `nil` when the URL is not one of those that are looked up.
    ///
    /// Then it begins with none of the origins, or a browser finds another host in it, or the host would be a dot segment.
    func path(of url: URLText) -> PathText? {
        switch self {
        case .host(let rule): return rule == .path && url.parts.hasDotHost ? nil : url.path(withHost: rule == .path)
        case .origins(let origins):
            guard url.hasPlainHost else { return nil }
            for index in origins.indices {
                if let path = origins[index].path(of: url) { return path }
            }
            return nil
        }
    }

    /// Throws when the host counts as a segment and is a dot segment.
    func check(_ url: URLText) throws(URLTextError) {
        guard url.parts.hasDotHost, let host = url.parts.host else { return }
        let isSegment =
            switch self {
            case .host(let rule): rule == .path
            case .origins(let origins): origins.contains { $0.takesHost && $0.isAuthority(of: url) }
            }
        if isSegment { throw URLTextError(reason: .invalidAuthority, offset: host.lowerBound) }
    }
}

/// Where in a text a path is.
///
/// One leading and one trailing slash are left out. A segment ends at a slash or at `end`; the next one begins behind the
/// slash, and there is none left when the beginning is behind `end`.
struct PathRange: Sendable {
    let start: Int
    let end: Int

    /// Whether the first segment was a host, which compares case-insensitively and is no dot segment.
    let beginsWithHost: Bool

    init(start: Int, end: Int, beginsWithHost: Bool) {
        self.start = start
        self.end = end
        self.beginsWithHost = beginsWithHost
    }

    /// A part of a text.
    init(of bytes: Span<UInt8>, from start: Int, to end: Int, beginsWithHost: Bool = false) {
        var start = start
        var end = end
        if start < end, bytes[start] == UInt8(ascii: "/") { start += 1 }
        if start == end {
            start += 1
        } else if bytes[end - 1] == UInt8(ascii: "/") {
            end -= 1
        }
        self.init(start: start, end: end, beginsWithHost: beginsWithHost)
    }
}

/// A path and the text that it is a part of; it may have dot segments.
struct PathText: Sendable {
    let text: String
    let range: PathRange

    init(_ text: String, _ range: PathRange) {
        self.text = text
        self.range = range
    }

    /// A part of a text.
    init(_ text: String, _ part: Range<Int>, beginsWithHost: Bool = false) {
        self.text = text
        range = text.withSpan {
            PathRange(of: $0, from: part.lowerBound, to: part.upperBound, beginsWithHost: beginsWithHost)
        }
    }

    /// The decoded segments, without the dot segments.
    var segments: [String] {
        text.withSpan { bytes in
            range.segments(in: bytes).map {
                PercentCoding.text(of: bytes, from: $0.lowerBound, to: $0.upperBound)
            }
        }
    }
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
