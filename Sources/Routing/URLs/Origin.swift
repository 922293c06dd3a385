/// What a URL has to begin with so that a router takes it; what follows is the path.
///
/// `"shop://"` takes every URL of that scheme, and a host is the first segment of the path. `"https://shop.example"` takes
/// the URLs of that host and no other, and `"https://shop.example/app"` those of them that begin with the segment `app`.
/// Scheme and host compare case-insensitively; user info and port never take part.
public struct Origin: Sendable, Hashable {
    private let url: URLText
    private let segments: [String]

    /// Makes an origin from text that comes from elsewhere.
    ///
    /// It has neither query nor fragment.
    public init(_ text: String) throws(URLTextError) {
        url = try URLText(text)
        if let behind = url.queryRange ?? url.fragmentRange {
            throw URLTextError(reason: .notAnOrigin, offset: behind.lowerBound - 1)
        }
        let path = PathText(
            text, from: url.pathRange.lowerBound, to: url.pathRange.upperBound, hasDotSegments: url.hasDotSegments)
        segments = path.segments(from: path.start)
    }

    /// What follows this origin in a URL, or `nil` when the URL does not begin with it.
    func path(of other: URLText) -> PathText? {
        guard other.scheme.lowercasedASCII == url.scheme.lowercasedASCII else { return nil }
        guard (other.host == nil) == (url.host == nil) else { return nil }
        guard let host = url.host, !host.isEmpty else {
            return remainder(of: other.path(hostRule: .path))
        }
        guard other.host?.lowercasedASCII == host.lowercasedASCII else { return nil }
        return remainder(of: other.path(hostRule: .ignore))
    }

    /// The URL of a path, which begins with a slash, at this origin.
    func url(of path: String) -> String {
        let endsInSlash = url.path.utf8.last == UInt8(ascii: "/")
        return (endsInSlash ? String(url.text.dropLast()) : url.text) + path
    }

    private func remainder(of path: PathText) -> PathText? {
        guard !segments.isEmpty else { return path }
        let own = path.segments(from: path.start)
        guard own.starts(with: segments, by: { $0.utf8.elementsEqual($1.utf8) }) else { return nil }
        return path.dropping(segments.count)
    }
}

extension Origin: ExpressibleByStringLiteral {
    /// Makes an origin from a literal, which has to be a URL.
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

extension String {
    fileprivate var lowercasedASCII: [UInt8] { utf8.map(\.lowercased) }
}

/// What the host of a URL means to a router.
///
/// It is said, and never guessed from a dot.
public enum HostRule: Sendable, Hashable {
    /// The host is the first segment of the path: `shop://product/42` is `/product/42`.
    case path

    /// The host plays no part: `https://shop.example/product/42` is `/product/42`.
    case ignore
}

/// How a router gets from a URL to a path.
enum Addressing: Sendable {
    case host(HostRule)
    case origins([Origin])

    /// The path to be looked up, or `nil` when the URL begins with none of the origins.
    func path(of url: URLText) -> PathText? {
        switch self {
        case .host(let rule): url.path(hostRule: rule)
        case .origins(let origins): origins.lazy.compactMap { $0.path(of: url) }.first
        }
    }

    /// The URL of a path at the place where another URL is; a whole URL stays as it is.
    func url(of target: String, seenFrom url: URLText) -> String {
        guard target.utf8.first == UInt8(ascii: "/") else { return target }
        switch self {
        case .host: return "\(url.scheme)://\(target)"
        case .origins(let origins):
            let origin = origins.first { $0.path(of: url) != nil }
            return origin?.url(of: target) ?? "\(url.scheme)://\(target)"
        }
    }
}
