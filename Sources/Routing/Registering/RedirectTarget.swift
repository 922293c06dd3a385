/// Where a redirect leads: a path with parameters at the place of the URL that was opened, or at a place of its own.
///
/// `/product/:id?ref=old` and `https://shop.example/product/:id` are such targets.
final class RedirectTarget: Sendable {
    /// The target as the registration has it.
    let text: String

    private let origin: String
    private let path: PathWriter
    private let hasHost: Bool
    private let query: String
    private let fragment: String?

    /// Takes a target apart; its path is a pattern.
    init(_ text: String, types: [ParameterType]) throws(RoutePatternError) {
        self.text = text
        let (whole, fragment) = text.cut(at: UInt8(ascii: "#"))
        let (place, query) = whole.cut(at: UInt8(ascii: "?"))
        let start = place.pathStart
        self.fragment = fragment
        self.query = query ?? ""
        origin = place.part(from: 0, to: start)
        path = PathWriter(try RoutePattern(place.part(from: start), types: types))
        hasHost = path.pattern.host != nil
    }

    /// Whether URLs can begin as the target does.
    var isPlace: Bool { origin.isEmpty || (try? URLText(origin + "/")) != nil }

    /// The first name that the target asks for and that not every path of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let (own, others) = (path.names, PatternNames(source))
        if let unknown = own.all.first(where: { !others.all.contains($0) }) { return unknown }
        if own.hasTail, !others.hasTail { return "*" + (own.tail ?? "") }
        return own.required.first { !others.required.contains($0) }
    }

    /// The URL for one that fits the source.
    ///
    /// Parameters and tail are written where the target names them. The query of the URL follows the target's own, without
    /// the keys that this has; the fragment stays unless the target has one.
    ///
    /// - Throws: When a value cannot be written, or when the URL would be read as another one.
    func url(for match: RouteMatch, at addressing: Addressing) throws(RouteURLError) -> String {
        let values = match.parameters
        let own = try path.path(with: values, tail: path.names.hasTail ? match.tail ?? [] : [])
        let place = own + suffix(for: match.address)
        if hasHost, match.isPath { throw RouteURLError(.noOrigin, route: text) }
        let start = !hasHost ? origin : try path.pattern.place(with: values, scheme: match.address.scheme)
        if start.isEmpty, match.isPath { return try Addressing.place(place) }
        guard !start.isEmpty else { return try addressing.url(of: place, seenFrom: match.address) }
        let url = start + place
        let authority = try? URLText(start).authority
        guard let read = try? URLText(url), read.authority.hasSameBytes(as: authority),
            Addressing.host(.ignore).reads(url, as: place)
        else { throw RouteURLError(.irreversible, route: text, value: url) }
        return url
    }

    /// The query and the fragment, which follow the path.
    private func suffix(for address: URLText) -> String {
        var items = query
        let own = query.writtenItems(in: 0..<query.utf8.count)
        for item in address.text.writtenItems(in: address.parts.query) {
            if own.contains(where: { $0.key == item.key }) { continue }
            items += items.isEmpty ? item.text : "&" + item.text
        }
        let query = items.isEmpty ? "" : "?" + items
        return query + ((fragment ?? address.writtenFragment).map { "#" + $0 } ?? "")
    }
}

extension String {
    /// The items of a query as they were written, each with its decoded key.
    fileprivate func writtenItems(in query: Range<Int>?) -> [(key: Bytes, text: String)] {
        withSpan { bytes in
            var items: [(key: Bytes, text: String)] = []
            var cursor = QueryCursor(query)
            while let item = cursor.next(in: bytes) {
                let key = PercentCoding.decoded(bytes, item.key, plusIsSpace: true)
                items.append((key, bytes.extracting(item.whole).text))
            }
            return items
        }
    }

    /// The text up to a character of ASCII, and the rest if there is one.
    fileprivate func cut(at character: UInt8) -> (String, String?) {
        guard let offset = firstOffset(of: character) else { return (self, nil) }
        return (part(from: 0, to: offset), part(from: offset + 1))
    }

    /// Where the path begins: behind scheme and host, if there are any.
    fileprivate var pathStart: Int {
        guard let colon = firstOffset(of: UInt8(ascii: ":")), colon > 0,
            colon < firstOffset(of: UInt8(ascii: "/")) ?? .max, part(from: colon + 1).begins(with: "/")
        else { return 0 }
        guard part(from: colon + 1).begins(with: "//") else { return colon + 1 }
        return part(from: colon + 3).firstOffset(of: UInt8(ascii: "/")).map { colon + 3 + $0 } ?? utf8.count
    }
}
