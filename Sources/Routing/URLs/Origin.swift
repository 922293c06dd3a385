/// The beginning of the URLs of a router; the rest of a URL is the path.
///
/// `"shop://"` matches URLs of that scheme with two slashes after it. The host is the first segment of the path:
/// `shop://product/42` and `shop:///product/42` are `/product/42`. `"shop:"` matches URLs without the slashes, such as
/// `shop:/product/42`. `"https://shop.example"` matches URLs of that host, and `"https://shop.example/app"` those whose
/// path begins with the segment `app`. `"https://*.shop.example"` matches URLs of all subdomains, of one or more labels,
/// and not `shop.example` itself; no URL is written with it. Scheme and host are compared case-insensitively. User info
/// and port of a URL are ignored.
public final class Origin: Sendable {
    let url: URLText

    /// The text through scheme and host.
    private let lead: String

    /// A Boolean value that indicates whether the host of a URL is the first segment of its path.
    let takesHost: Bool

    /// A Boolean value that indicates whether the origin matches all subdomains of a host.
    let isWildcard: Bool

    /// The host, decoded and in lowercase; of a wildcard without the asterisk.
    private let host: String

    /// The decoded segments of its path.
    let segments: [String]

    /// The text without the slash at the end of its path, as every reader of URLs leaves it: what no URL may have is
    /// escaped.
    let base: String

    /// Creates an origin from untrusted text.
    ///
    /// An origin has neither user info, query nor fragment. With `http`, `https`, `ws`, `wss` or `ftp` it has a host. An
    /// asterisk is the whole first label of a host with more labels; in a path it is written `%2A`.
    public init(_ text: String) throws(URLTextError) {
        url = try URLText(text)
        lead = url.text.part(from: 0, to: (url.parts.host ?? url.parts.scheme).upperBound)
        takesHost = url.parts.host?.isEmpty ?? true
        isWildcard = try url.beginsWithWildcard()
        let name = url.decodedHost ?? ""
        host = isWildcard ? name.part(from: 1) : name
        segments = url.path(withHost: false).segments
        base =
            url.text.part(from: 0, to: url.parts.path.lowerBound).escapedAuthority
            + url.path.withoutSlashAtEnd.escapedPath
        let authority = url.parts.scheme.upperBound + 3
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
        guard url.parts.host.map({ $0.lowerBound == authority }) ?? true,
            url.hasPlainHost || url.parts.hostKind == .coded && !takesHost && isASCII
        else { throw URLTextError(.notAnOrigin, at: authority) }
        let pathEnd = url.parts.path.upperBound
        guard pathEnd == text.utf8.count else { throw URLTextError(.notAnOrigin, at: pathEnd) }
    }

    /// The URL of a path, which begins with a slash, at this origin.
    ///
    /// Without a host the first segment of the path is one, and is written so: `shop://product/42`. One that other
    /// readers of URLs may change, as they change the case of a host, is not, nor one that a dot segment removes, nor
    /// any of a file, which has no host.
    func url(of path: String) -> String {
        var url = base
        if url.hasSuffix("://"), !self.url.hasScheme("file"), path.beginsLikeHost, path.keepsFirstSegment {
            url.removeLast()
        } else if url.hasSuffix(":"), path.begins(with: "//") {
            // Two slashes behind the scheme would begin a host. Readers remove the dot segment before them.
            url += "/."
        }
        return url + path
    }
}

/// URLs that begin with an origin.
extension Origin {
    /// Returns whether scheme and host are those of a URL.
    func isAuthority(of other: URLText) -> Bool {
        let own = url.parts
        let found = other.parts
        guard own.scheme.count == found.scheme.count, (own.host == nil) == (found.host == nil) else { return false }
        // A fast path: most URLs spell scheme and host as the origin does.
        if takesHost || own.host == found.host, !isWildcard, other.text.begins(with: lead) { return true }
        guard other.hasScheme(url.scheme) else { return false }
        if isWildcard {
            // No host has an asterisk, so that none is taken for another origin.
            return other.parts.hostKind != .foreign
                && other.hasHost { isSubdomain($0) && $0.firstIndex(of: "*", from: 0, before: $0.count) == $0.count }
        }
        guard let name = found.host, !takesHost else { return true }
        return other.text.decodes(name, to: host, ignoringCase: true)
    }

    /// Returns whether a URL of the same scheme has the port as it is written here, and no user info.
    func hasPort(of other: URLText) -> Bool {
        guard let host = other.parts.host else { return true }
        return host.lowerBound == other.parts.scheme.upperBound + 3 && other.port.hasSameBytes(as: url.port)
    }

    /// Returns whether a decoded host in lowercase is a subdomain of the host of a wildcard.
    private func isSubdomain(_ name: Span<UInt8>) -> Bool {
        host.withSpan { suffix in name.count > suffix.count && name.holds(suffix, at: name.count - suffix.count) }
    }

    /// Returns whether the origin is of a host, which may be a wildcard.
    func takesHost(named name: String) -> Bool {
        isWildcard ? name.withSpan { isSubdomain($0) } : host.hasSameBytes(as: name)
    }

    /// The host, decoded and in lowercase, with the asterisk of a wildcard.
    var name: String { isWildcard ? "*" + host : host }

    /// The origin of one host, which a wildcard takes; the origin itself if it is no wildcard.
    func concrete(at host: String) -> Origin {
        guard isWildcard, let own = url.parts.host else { return self }
        let text = url.text.part(from: 0, to: own.lowerBound) + host + url.text.part(from: own.upperBound)
        return (try? Origin(text)) ?? self
    }

    /// An origin of which URLs can be written: the origin itself, or for a wildcard one of the hosts.
    var example: Origin { concrete(at: "www" + host) }

    /// Returns the rest of a URL behind the origin, or `nil` if the URL does not begin with it, or its host is the
    /// first segment and cannot be one.
    ///
    /// Allocates nothing if the origin has no path and the host is not encoded.
    func path(of url: URLText) -> PathText? {
        guard isAuthority(of: url), !takesHost || url.parts.hostKind != .dots else { return nil }
        let whole = url.path(withHost: takesHost)
        return segments.isEmpty ? whole : rest(of: whole)
    }

    /// Returns the rest of a path behind the segments of the origin.
    private func rest(of whole: PathText) -> PathText? {
        let found = whole.segmentRanges
        guard found.count >= segments.count else { return nil }
        for index in segments.indices where !whole.text.decodes(found[index], to: segments[index]) { return nil }
        let end = whole.range.end
        let start = found.count > segments.count ? found[segments.count].lowerBound : end + 1
        return PathText(text: whole.text, range: PathRange(start: start, end: end, beginsWithHost: false))
    }
}

extension String {
    fileprivate var withoutSlashAtEnd: String {
        utf8.last == UInt8(ascii: "/") ? part(from: 0, to: utf8.count - 1) : self
    }

    /// A scheme and a host with escapes instead of what is outside of ASCII.
    fileprivate var escapedAuthority: String { withSpan { $0.encoded(except: .all, keepingEscapes: true) } }

    /// A path with escapes instead of what no path of a URL may have.
    fileprivate var escapedPath: String {
        withSpan { $0.encoded(except: PercentCoding.plainInSegment.union("/+"), keepingEscapes: true) }
    }

    /// A Boolean value that indicates whether no dot segment of a path removes its first segment.
    fileprivate var keepsFirstSegment: Bool {
        let path = PathText.ofTarget(self).path
        return withSpan { path.range.isPlain(in: $0, from: 1) } || path.segmentRanges.first?.lowerBound == 1
    }

    /// A Boolean value that indicates whether a path begins with a segment that can be written as a host without a
    /// change.
    fileprivate var beginsLikeHost: Bool {
        withSpan { bytes in
            // The characters that no reader of URLs changes in a host.
            let plain: ASCIISet = "0123456789abcdefghijklmnopqrstuvwxyz-._~"
            var end = 1
            while end < bytes.count, plain.contains(bytes[end]) { end += 1 }
            // No host begins with punctuation.
            return end > 1 && !ASCIISet("-._~").contains(bytes[1])
                && (end == bytes.count || ASCIISet("/?#").contains(bytes[end]))
        }
    }
}

extension URLText {
    /// The text between host and path: a colon and a port, or nothing.
    fileprivate var port: String { parts.host.map { written($0.upperBound..<parts.path.lowerBound) } ?? "" }

    /// Returns whether the URL, which is an origin, begins with an asterisk instead of a label.
    ///
    /// - Throws: When an asterisk is anywhere else, or no host follows.
    fileprivate func beginsWithWildcard() throws(URLTextError) -> Bool {
        let asterisk = UInt8(ascii: "*")
        let host = parts.host ?? 0..<0
        let bytes = text.bytes
        let isWildcard = written(host).begins(with: "*.")
        let name = decodedHost ?? ""
        let label = isWildcard ? name.part(from: 2) : name
        let isName = !isWildcard || !label.isEmpty && !label.begins(with: ".")
        guard isName, !label.utf8.contains(asterisk) else {
            throw URLTextError(.misplacedAsterisk, at: host.lowerBound)
        }
        let other = bytes.span.firstIndex(of: asterisk, from: host.upperBound, before: bytes.count)
        guard other == bytes.count else { throw URLTextError(.misplacedAsterisk, at: other) }
        return isWildcard
    }
}

extension Origin: Hashable {
    /// Returns whether both have the same text.
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
            preconditionFailure("“\(text)” is not an origin. \(error)")
        }
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as it was written.
    public var description: String { url.text }
}
