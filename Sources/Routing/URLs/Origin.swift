/// The beginning of the URLs of a router; the rest of a URL is the path.
///
/// `"shop://"` matches URLs of that scheme with two slashes after it. The host is the first segment of the path:
/// `shop://product/42` and `shop:///product/42` are `/product/42`. `"shop:"` matches URLs without the slashes, such as
/// `shop:/product/42`. `"https://shop.example"` matches URLs of that host, and `"https://shop.example/app"` those whose path
/// begins with the segment `app`. Scheme and host are compared case-insensitively. User info and port of a URL are ignored.
public struct Origin: Sendable, Hashable {
    let url: URLText

    /// Creates an origin from untrusted text.
    ///
    /// It has neither user info, query nor fragment. In `http`, `https`, `ws`, `wss` and `ftp` it has a host.
    public init(_ text: String) throws(URLTextError) {
        url = try URLText(text)
        let authority = url.parts.scheme.upperBound + 3
        guard url.parts.host.map({ $0.lowerBound == authority }) ?? true, url.hasPlainHost else {
            throw URLTextError(reason: .notAnOrigin, offset: authority)
        }
        let pathEnd = url.parts.path.upperBound
        guard pathEnd == text.utf8.count else { throw URLTextError(reason: .notAnOrigin, offset: pathEnd) }
    }

    /// The text without the slash at the end of its path.
    var place: String { url.path.hasSuffix("/") ? String(url.text.dropLast()) : url.text }

    /// The URL of a path, which begins with a slash, at this origin.
    ///
    /// Without a host the first segment of the path is one, and is written so: `shop://product/42`. One that other
    /// readers of URLs may change, as they change the case of a host, is not.
    func url(of path: String) -> String {
        var url = ""
        url.reserveCapacity(self.url.text.utf8.count + path.utf8.count + 2)
        url += place
        if url.hasSuffix("://"), path.beginsLikeHost {
            url.removeLast()
        } else if url.hasSuffix(":"), path.begins(with: "//") {
            // Two slashes behind the scheme would begin a host; a dot segment before them plays no part.
            url += "/."
        }
        url += path
        return url
    }
}

extension String {
    /// Whether a path begins with a segment that is a host as it stands.
    fileprivate var beginsLikeHost: Bool {
        withSpan { bytes in
            let end = bytes.firstIndex(of: "/?#", from: 1, before: bytes.count)
            // These stay as they are; but no host begins with a mark.
            return end > 1 && bytes[1].isOne(of: .lowercaseAlphanumerics)
                && bytes.end(of: .plainInHost, from: 1, before: end) == end
        }
    }
}

extension ASCIISet {
    fileprivate static let lowercaseAlphanumerics: ASCIISet = "abcdefghijklmnopqrstuvwxyz0123456789"
    fileprivate static let plainInHost = lowercaseAlphanumerics.union("-._~")
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

/// Origins, laid out so that URLs are compared with them without an allocation.
struct OriginList: Sendable {
    /// The parts of an origin: scheme, host and path are decoded, the first two in small letters.
    private struct Entry {
        let scheme: Bytes
        /// `nil` without an authority; empty where the host of a URL is the first segment of its path.
        let host: Bytes?
        let path: [Bytes]

        init(_ url: URLText) {
            scheme = url.scheme.bytes.lowercased
            host = url.parts.host.map { _ in url.withHost { $0.text.bytes } }
            let path = url.path(hostRule: .ignore)
            self.path = path.segments(of: url, from: path.start).map(\.bytes)
        }

        /// Whether scheme and host are those of a URL.
        func isAuthority(of url: URLText) -> Bool {
            url.withSpan { text in
                let parts = url.parts
                guard PercentCoding.isEqual(text, parts.scheme, to: scheme.span, ignoringCase: true) else {
                    return false
                }
                guard let host, let other = parts.host else { return host == nil && parts.host == nil }
                return host.isEmpty || PercentCoding.isEqual(text, other, to: host.span, ignoringCase: true)
            }
        }

        /// What follows the segments of the origin in the path of a URL, or `nil` when it does not begin with them.
        func path(of url: URLText) -> PathText? {
            let whole = url.path(hostRule: host?.isEmpty == false ? .ignore : .path)
            guard !path.isEmpty else { return whole }
            return whole.withSpan(of: url) { text in
                var start = whole.start
                for number in path.indices {
                    let segment = path[number]
                    guard start <= whole.end else { return nil }
                    let end = text.firstSlash(from: start, before: whole.end)
                    guard PercentCoding.isEqual(text, start..<end, to: segment.span) else { return nil }
                    start = end + 1
                }
                let rest = PathRange(start: start, end: whole.end, beginsWithHost: false)
                return PathText(copy: whole.copy, range: rest)
            }
        }
    }

    let origins: [Origin]
    private let entries: ContiguousArray<Entry>

    init(_ origins: [Origin]) {
        self.origins = origins
        entries = ContiguousArray(origins.map { Entry($0.url) })
    }

    /// The first origin that a URL begins with, and what follows it there; `nil` when there is none.
    func first(of url: URLText) -> (number: Int, path: PathText)? {
        guard url.hasPlainHost else { return nil }
        for number in entries.indices where entries[number].isAuthority(of: url) {
            if let path = entries[number].path(of: url) { return (number, path) }
        }
        return nil
    }

    /// Whether a host is a segment of the path of a URL.
    func takesHosts(of url: URLText) -> Bool {
        entries.first { $0.isAuthority(of: url) }.map { $0.host?.isEmpty ?? true } ?? false
    }
}
