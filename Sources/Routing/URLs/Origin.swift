/// The beginning of the URLs of a router; the rest of a URL is the path.
///
/// `"shop://"` matches URLs of that scheme with two slashes after it. The host is the first segment of the path:
/// `shop://product/42` and `shop:///product/42` are `/product/42`. `"shop:"` matches URLs without the slashes, such as
/// `shop:/product/42`. `"https://shop.example"` matches URLs of that host, and `"https://shop.example/app"` those whose path
/// begins with the segment `app`. Scheme and host are compared case-insensitively. User info and port of a URL are ignored.
public final class Origin: Sendable {
    let url: URLText

    private let hasPath: Bool

    /// Creates an origin from untrusted text.
    ///
    /// It has neither user info, query nor fragment. In `http`, `https`, `ws`, `wss` and `ftp` it has a host.
    public init(_ text: String) throws(URLTextError) {
        url = try URLText(text)
        hasPath = !url.path(withHost: false).segments.isEmpty
        let authority = url.parts.scheme.upperBound + 3
        guard url.parts.host.map({ $0.lowerBound == authority }) ?? true,
            url.hasPlainHost
                || url.parts.hostKind == .coded && !takesHost && url.withHost({ $0.text.utf8.allSatisfy { $0 < 0x80 } })
        else { throw URLTextError(.notAnOrigin, at: authority) }
        let pathEnd = url.parts.path.upperBound
        guard pathEnd == text.utf8.count else { throw URLTextError(.notAnOrigin, at: pathEnd) }
    }

    /// The text without the slash at the end of its path.
    var place: String { url.path.hasSuffix("/") ? String(url.text.dropLast()) : url.text }

    /// The URL of a path, which begins with a slash, at this origin.
    ///
    /// Without a host the first segment of the path is one, and is written so: `shop://product/42`. One that other
    /// readers of URLs may change, as they change the case of a host, is not.
    func url(of path: String) -> String {
        var url = place
        if url.hasSuffix("://"), path.beginsLikeHost {
            url.removeLast()
        } else if url.hasSuffix(":"), path.begins(with: "//") {
            // Two slashes behind the scheme would begin a host; a dot segment before them plays no part.
            url += "/."
        }
        return url + path
    }
}

/// URLs that begin with an origin.
extension Origin {
    /// Whether the host of a URL is the first segment of its path.
    var takesHost: Bool { url.parts.host?.isEmpty ?? true }

    /// Whether scheme and host are those of a URL.
    func isAuthority(of other: URLText) -> Bool {
        let parts = other.parts
        return other.withSpan { isAuthority(of: $0, parts) }
    }

    private func isAuthority(of text: Span<UInt8>, _ others: URLParts) -> Bool {
        let parts = url.parts
        return url.withSpan { own in
            guard text.extracting(others.scheme).equals(own.extracting(parts.scheme), ignoringCase: true) else {
                return false
            }
            guard let host = parts.host, let found = others.host else { return parts.host == others.host }
            return host.isEmpty
                || PercentCoding.withDecoded(own, host) { name in
                    PercentCoding.withDecoded(text, found) { $0.equals(name, ignoringCase: true) }
                }
        }
    }

    /// What follows the origin in a URL, or `nil` when it does not begin with the origin, or its host is the first segment and
    /// cannot be one.
    ///
    /// Allocates nothing if the origin has no path and the host is not encoded.
    func path(of url: URLText) -> PathText? {
        guard isAuthority(of: url), !takesHost || url.hasPlainHost else { return nil }
        let whole = url.path(withHost: takesHost)
        return hasPath ? rest(of: whole) : whole
    }

    /// What follows the segments of the origin in a path.
    private func rest(of whole: PathText) -> PathText? {
        let own = url.path(withHost: false).segments
        return whole.text.withSpan { bytes in
            let found = whole.range.segments(in: bytes)
            guard found.count >= own.count,
                zip(own, found).allSatisfy({ PercentCoding.text(of: bytes, $1).hasSameBytes(as: $0) })
            else { return nil }
            let end = whole.range.end
            let start = found.count > own.count ? found[own.count].lowerBound : end + 1
            return PathText(text: whole.text, range: PathRange(start: start, end: end, beginsWithHost: false))
        }
    }
}

extension String {
    /// Whether a path begins with a segment that is a host as it stands.
    fileprivate var beginsLikeHost: Bool {
        let segment = utf8.dropFirst().prefix { !ASCIISet("/?#").contains($0) }
        // Small letters, digits and marks stay as they are; but no host begins with a mark.
        return segment.first.map { !ASCIISet("-._~").contains($0) } ?? false
            && segment.allSatisfy { ASCIISet.unreserved.contains($0) && $0 == $0.lowercased }
    }
}

extension Origin: Hashable {
    /// Whether both have the same text.
    public static func == (left: Origin, right: Origin) -> Bool { left.url == right.url }

    /// Feeds the text to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(url) }
}

extension Origin: ExpressibleByStringLiteral {
    /// Creates an origin from a literal, which must be a URL.
    public convenience init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            preconditionFailure("“\(text)” is no origin. \(error)")
        }
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as it was written.
    public var description: String { url.text }
}
