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
            case .origins(let origins): origins.first { $0.path(of: url) != nil }.map { $0.url(of: place) } ?? place
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
        let meant = PathText.ofPlace(place)
        // As written first: decoding allocates.
        let isSame =
            read.isWritten(as: meant.path)
            || read.segments.elementsEqual(meant.path.segments) { $0.hasSameBytes(as: $1) }
        return isSame
            && text.part(from: url.parts.path.upperBound).hasSameBytes(as: place.part(from: meant.end))
    }

    /// The first origin, of one of the schemes if there are any.
    func firstOrigin(of schemes: Set<String>) -> Origin? {
        guard case .origins(let origins) = self else { return nil }
        return origins.first { origin in
            schemes.isEmpty || schemes.contains { $0.lowercased() == origin.url.scheme.lowercased() }
        }
    }
}

extension PathText {
    /// Whether both are written with the same bytes, and neither is empty.
    fileprivate func isWritten(as other: PathText) -> Bool {
        guard range.start < range.end, other.range.start < other.range.end else { return false }
        return text.withSpan { bytes in
            other.text.withSpan {
                bytes.extracting(range.start..<range.end).equals($0.extracting(other.range.start..<other.range.end))
            }
        }
    }

    /// The path of a place, and where it ends.
    static func ofPlace(_ place: String) -> (path: PathText, end: Int) {
        let end = place.utf8.prefix { !ASCIISet("?#").contains($0) }.count
        return (PathText(place, 0..<end), end)
    }
}

extension URLText {
    /// The host and the port as they were written, without user info, or `nil` when there is no authority.
    fileprivate var hostAndPort: String? { parts.host.map { written($0.lowerBound..<parts.path.lowerBound) } }
}
