/// URLs of places: of paths that begin with a slash, with a query and a fragment.
extension Addressing {
    /// The URL of a place that a guard, a handler or a redirect names, seen from the URL that was opened.
    ///
    /// A place that begins with a slash is a path of the router, with two slashes also: it stays at the authority of that
    /// URL. Any other is a whole URL and stays as it is.
    ///
    /// - Throws: When the router would read the URL as another path.
    func url(of place: String, seenFrom url: URLText) throws(RouteURLError) -> String {
        guard place.begins(with: "/") else { return place }
        let text =
            switch self {
            case .origins(let list): list.first(of: url).map { list.origins[$0.number].url(of: place) } ?? place
            case .host(.path): url.scheme + "://" + place
            case .host: url.scheme + "://" + (url.hostAndPort ?? "") + place
            }
        return try checked(text, as: place, of: place)
    }

    /// A place that is named where only a path was opened: a path, which is no host's in any reader, or a whole URL.
    static func place(_ place: String) throws(RouteURLError) -> String {
        guard place.begins(with: "/") else { return place }
        guard !place.begins(with: "//"), (try? URLText("x://" + place)) != nil else {
            throw RouteURLError(.irreversible, route: place)
        }
        return place
    }

    /// The URL of a path that is opened alone: at the first origin, or without a host.
    ///
    /// `nil` when no URL of that origin has the path.
    func address(of path: String) throws(URLTextError) -> URLText? {
        let text = firstOrigin(of: [])?.url(of: path) ?? "x://" + path
        do throws(URLTextError) {
            let address = try URLText(text)
            return reads(text, as: path) ? address : nil
        } catch {
            let lead = text.utf8.count - path.utf8.count
            throw URLTextError(reason: error.reason, offset: max(0, error.offset - lead))
        }
    }

    /// A URL, unless it is read as another path than that of a place, or with another query or fragment.
    func checked(_ url: String, as place: String, of route: String) throws(RouteURLError) -> String {
        guard reads(url, as: place) else { throw RouteURLError(.irreversible, route: route, value: url) }
        return url
    }

    private func reads(_ text: String, as place: String) -> Bool {
        guard let url = try? URLText(text), let read = path(of: url) else { return false }
        let (meant, end) = PathText.ofPlace(place)
        let isSamePath = read.withSpan(of: text) { bytes in
            meant.withSpan(of: place) { bytes.extracting(read.range.bytes).equals($0.extracting(meant.range.bytes)) }
        }
        return isSamePath && read.range.isEmpty == meant.range.isEmpty
            && text.part(from: url.parts.path.upperBound).hasSameBytes(as: place.part(from: end))
    }

    /// The first origin, of one of the schemes if there are any.
    func firstOrigin(of schemes: Set<String>) -> Origin? {
        guard case .origins(let list) = self else { return nil }
        guard !schemes.isEmpty else { return list.origins.first }
        return list.origins.first { origin in
            schemes.contains { $0.lowercased() == origin.url.scheme.lowercased() }
        }
    }

    /// What reads the URLs at an origin, which may be none of these.
    func reader(of origin: Origin) -> Addressing {
        if case .origins(let list) = self, list.origins.contains(origin) { self } else { .origins([origin]) }
    }

    /// The URL of a path at an origin; where a host is the first segment, that is written as one.
    func url(of path: String, at origin: Origin) -> String {
        switch self {
        case .host(.path), .origins: origin.url(of: path)
        case .host: origin.place + path
        }
    }
}

extension PathText {
    /// The path of a place, and where it ends.
    static func ofPlace(_ place: String) -> (path: PathText, end: Int) {
        let (end, hasDotSegments) = place.withSpan { bytes in
            let end = bytes.firstIndex(of: "?#", from: 0, before: bytes.count)
            return (end, DotSegments.areIn(bytes, 0..<end))
        }
        return (PathText(of: place, 0..<end, hasDotSegments: hasDotSegments), end)
    }
}

extension PathRange {
    /// Whether there are no segments.
    fileprivate var isEmpty: Bool { start > end }

    /// Where the path is, as it is written.
    fileprivate var bytes: Range<Int> { isEmpty ? 0..<0 : start..<end }
}

extension RoutePattern {
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
        case .subdomains, nil: throw RouteURLError(.wildcard, route: text)
        }
        let site = scheme + "://" + host
        guard let read = try? URLText(site), read.hasPlainHost, read.withHost({ $0.text }).hasSameBytes(as: host) else {
            throw RouteURLError(.irreversible, route: text, name: hostName, value: host)
        }
        return site
    }
}

extension URLText {
    /// The host and the port as they were written, without user info, or `nil` when there is no authority.
    fileprivate var hostAndPort: String? { parts.host.map { written($0.lowerBound..<parts.path.lowerBound) } }
}
