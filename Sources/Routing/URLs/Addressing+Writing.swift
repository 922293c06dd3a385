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
        guard let url = try? URLText(text), let read = path(of: url) else { return false }
        let (pathEnd, hasDotSegments) = place.withSpan { bytes in
            let end = bytes.firstIndex(of: "?#", from: 0, before: bytes.count)
            return (end, DotSegments.areIn(bytes, 0..<end))
        }
        let meant = PathText(of: place, 0..<pathEnd, hasDotSegments: hasDotSegments)
        return url.text.part(from: url.parts.path.upperBound).hasSameBytes(as: place.part(from: pathEnd))
            && read.withSpan(of: url.text) { own in
                meant.withSpan(of: place) { own.hasSameSegments(read.range, as: $0, meant.range) }
            }
    }

    /// Whether URLs at an origin are read by it.
    func isReading(_ origin: Origin) -> Bool {
        guard case .origins(let list) = self else { return false }
        return list.origins.contains(origin)
    }

    /// The first origin, of one of the schemes if there are any.
    func firstOrigin(of schemes: Set<String>) -> Origin? {
        guard case .origins(let list) = self else { return nil }
        guard !schemes.isEmpty else { return list.origins.first }
        return list.origins.first { origin in
            schemes.contains { $0.lowercased() == origin.url.scheme.lowercased() }
        }
    }

    /// The URL of a path at an origin; where a host is the first segment, that is written as one.
    func url(of path: String, at origin: Origin) -> String {
        switch self {
        case .host(.path), .origins: origin.url(of: path)
        case .host: origin.place + path
        }
    }
}

extension Span<UInt8> {
    /// Whether two paths have the same decoded segments.
    fileprivate func hasSameSegments(_ range: PathRange, as other: Span<UInt8>, _ otherRange: PathRange) -> Bool {
        var index = range.start
        var position = otherRange.start
        while index <= range.end, position <= otherRange.end {
            let end = firstSlash(from: index, before: range.end)
            let otherEnd = other.firstSlash(from: position, before: otherRange.end)
            while index < end, position < otherEnd {
                let byte = PercentCoding.nextByte(of: other, at: &position, before: otherEnd)
                guard PercentCoding.nextByte(of: self, at: &index, before: end) == byte else { return false }
            }
            guard index == end, position == otherEnd else { return false }
            index += 1
            position += 1
        }
        return index > range.end && position > otherRange.end
    }
}

extension URLText {
    /// What is between two slashes and the path, as it was written, or `nil` when there are no slashes.
    var authority: String? {
        guard parts.host != nil else { return nil }
        return written(parts.scheme.upperBound + 3..<parts.path.lowerBound)
    }

    /// The host and the port as they were written, without user info, or `nil` when there is no authority.
    var hostAndPort: String? { parts.host.map { written($0.lowerBound..<parts.path.lowerBound) } }
}
