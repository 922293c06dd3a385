/// The beginning of the URLs of a router; the rest of a URL is the path.
///
/// `"shop://"` matches URLs of that scheme with two slashes after it. The host is the first segment of the path:
/// `shop://product/42` and `shop:///product/42` are `/product/42`. `"shop:"` matches URLs without the slashes, such as
/// `shop:/product/42`. `"https://shop.example"` matches URLs of that host, and `"https://shop.example/app"` those whose path
/// begins with the segment `app`. Scheme and host are compared case-insensitively. User info and port of a URL are ignored.
public struct Origin: Sendable, Hashable {
    let url: URLText

    /// The decoded segments of its path.
    private let segments: [Bytes]

    /// Creates an origin from untrusted text.
    ///
    /// It has neither user info, query nor fragment. In `http`, `https`, `ws`, `wss` and `ftp` it has a host.
    public init(_ text: String) throws(URLTextError) {
        url = try URLText(text)
        segments = url.path(withHost: false).segments.map(\.bytes)
        let authority = url.parts.scheme.upperBound + 3
        guard url.parts.host.map({ $0.lowerBound == authority }) ?? true, url.hasPlainHost else {
            throw URLTextError(.notAnOrigin, at: authority)
        }
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
        url.withSpan { own in
            other.withSpan { text in
                let (parts, others) = (url.parts, other.parts)
                guard text.extracting(others.scheme).equals(own.extracting(parts.scheme), ignoringCase: true) else {
                    return false
                }
                guard let host = parts.host, let other = others.host else { return parts.host == others.host }
                return host.isEmpty
                    || PercentCoding.withDecoded(own, host) { name in
                        PercentCoding.withDecoded(text, other) { $0.equals(name, ignoringCase: true) }
                    }
            }
        }
    }

    /// What follows the origin in a URL whose host is the one that it shows, or `nil` when it does not begin with the origin.
    ///
    /// Allocates nothing if the origin has no path and the host is not encoded.
    func path(of url: URLText) -> PathText? {
        guard isAuthority(of: url) else { return nil }
        let whole = url.path(withHost: takesHost)
        guard !segments.isEmpty else { return whole }
        return whole.text.withSpan { bytes in
            let found = whole.range.segments(in: bytes)
            let isOwn = zip(segments, found).allSatisfy { own, range in
                PercentCoding.withDecoded(bytes, range) { $0.equals(own.span) }
            }
            guard isOwn, found.count >= segments.count else { return nil }
            let end = whole.range.end
            let start = found.count > segments.count ? found[segments.count].lowerBound : end + 1
            return PathText(whole.text, PathRange(start: start, end: end, beginsWithHost: false))
        }
    }
}

extension String {
    /// Whether a path begins with a segment that is a host as it stands.
    fileprivate var beginsLikeHost: Bool {
        withSpan { bytes in
            let end = bytes.firstIndex(of: "/?#", from: 1, before: bytes.count)
            // These stay as they are; but no host begins with a mark.
            let alphanumerics: ASCIISet = "abcdefghijklmnopqrstuvwxyz0123456789"
            return end > 1 && alphanumerics.contains(bytes[1])
                && bytes.end(of: alphanumerics.union("-._~"), from: 1, before: end) == end
        }
    }
}

extension Origin: ExpressibleByStringLiteral {
    /// Creates an origin from a literal, which must be a URL.
    public init(stringLiteral text: String) {
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
