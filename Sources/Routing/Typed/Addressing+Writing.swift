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
        guard reads(text, as: place) else { throw RouteURLError(.irreversible, route: place, value: text) }
        return text
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
        var text = "x://" + path
        if case .origins(let list) = self, let origin = list.origins.first { text = origin.url(of: path) }
        do throws(URLTextError) {
            let address = try URLText(text)
            return reads(text, as: path) ? address : nil
        } catch {
            let lead = text.utf8.count - path.utf8.count
            throw URLTextError(reason: error.reason, offset: max(0, error.offset - lead))
        }
    }

    /// Whether a URL is read as this path, with this query and this fragment, and no others.
    func reads(_ text: String, as place: String) -> Bool {
        guard let url = try? URLText(text), let read = path(of: url), let meant = try? URLText("x://" + place) else {
            return false
        }
        // Bytes, since comparing strings may take time that is quadratic in text from elsewhere.
        let segments = read.segments(of: url, from: read.start)
        return url.textBehindPath.hasSameBytes(as: meant.textBehindPath)
            && segments.elementsEqual(meant.segments) { $0.hasSameBytes(as: $1) }
    }

    /// Whether URLs at an origin are read by it.
    func isReading(_ origin: Origin) -> Bool {
        guard case .origins(let list) = self else { return false }
        return list.origins.contains(origin)
    }

    /// The first origin, of one of the schemes if there are any.
    func firstOrigin(of schemes: Set<String>) -> Origin? {
        guard case .origins(let list) = self else { return nil }
        for origin in list.origins {
            let scheme = origin.url.scheme.lowercased()
            if schemes.isEmpty || schemes.contains(where: { $0.lowercased() == scheme }) { return origin }
        }
        return nil
    }

    /// The URL of a path at an origin; where a host is the first segment, that is written as one.
    func url(of path: String, at origin: Origin) -> String {
        switch self {
        case .host(.path), .origins: origin.url(of: path)
        case .host: origin.place + path
        }
    }
}

extension URLText {
    /// The decoded segments of the path.
    fileprivate var segments: [String] {
        let path = path(hostRule: .ignore)
        return path.segments(of: self, from: path.start)
    }

    /// What is between two slashes and the path, as it was written, or `nil` when there are no slashes.
    var authority: String? {
        guard parts.host != nil else { return nil }
        return written(parts.scheme.upperBound + 3..<parts.path.lowerBound)
    }

    /// The host and the port as they were written, without user info, or `nil` when there is no authority.
    var hostAndPort: String? { parts.host.map { written($0.lowerBound..<parts.path.lowerBound) } }

    /// The query and the fragment as they were written.
    fileprivate var textBehindPath: String { text.part(from: parts.path.upperBound) }
}
