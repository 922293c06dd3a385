/// Where a redirect leads: a path with parameters at the place of the URL that was opened, or at a place of its own.
///
/// `/product/:id?ref=old` and `https://shop.example/product/:id` are such targets.
final class RedirectTarget: Sendable {
    /// The target as the registration has it.
    let text: String

    private let origin: String
    private let pattern: RoutePattern
    private let query: String
    private let queryKeys: [String]
    private let fragment: String?

    /// Takes a target apart; its path is a pattern.
    init(_ text: String, types: [ParameterType]) throws(RoutePatternError) {
        self.text = text
        let (whole, fragment) = text.cut(at: UInt8(ascii: "#"))
        let (place, query) = whole.cut(at: UInt8(ascii: "?"))
        let start = place.pathStart
        self.fragment = fragment
        self.query = query.map { "?" + $0 } ?? ""
        queryKeys = ((try? URLText("x:" + self.query))?.queryItems ?? []).map(\.key)
        origin = place.part(from: 0, to: start)
        pattern = try RoutePattern(place.part(from: start), types: types)
    }

    /// Whether URLs can begin as the target does.
    var isPlace: Bool { origin.isEmpty || (try? URLText(origin + "/")) != nil }

    /// The first name that the target asks for and that not every path of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let names = source.parameters.map(\.name)
        if let unknown = pattern.parameters.first(where: { !names.contains($0.name) }) { return unknown.name }
        if pattern.hasTail, !source.hasTail { return "*" + (pattern.tailName ?? "") }
        return pattern.requiredNames.first { !source.requiredNames.contains($0) }
    }

    /// The place for a URL that matches the source: a path of the router, or a whole URL.
    ///
    /// Parameters and tail are written where the target names them. The query of the URL follows the target's own, without
    /// the keys that this has; the fragment stays unless the target has one.
    ///
    /// - Throws: When a value cannot be written, or when the URL would be read as another one.
    func place(for match: RouteMatch) throws(RouteURLError) -> String {
        var place = try pattern.path(tail: pattern.hasTail ? match.tail ?? [] : [], value: match.parameter)
        place += query
        append(itemsOf: match.address, to: &place)
        if let fragment = fragment ?? match.address.writtenFragment { place += "#" + fragment }
        if pattern.host == nil, origin.isEmpty { return place }
        if pattern.host != nil, match.isPath { throw RouteURLError(.noOrigin, route: text) }
        let site = pattern.host == nil ? origin : try pattern.site(scheme: match.address.scheme, value: match.parameter)
        return try Addressing.host(.ignore).checked(site + place, as: place, of: text)
    }

    /// Appends the items of a URL whose keys the target does not have, as they were written.
    private func append(itemsOf address: URLText, to place: inout String) {
        address.withSpan { bytes in
            var separator = query.isEmpty ? "?" : "&"
            var cursor = QueryCursor(address.parts.query)
            while let item = cursor.next(in: bytes) {
                if queryKeys.contains(where: { item.hasKey($0, in: bytes) }) { continue }
                place += separator + bytes.extracting(item.whole).text
                separator = "&"
            }
        }
    }
}

extension String {
    /// The text up to a character of ASCII, and the rest if there is one.
    fileprivate func cut(at character: UInt8) -> (String, String?) {
        guard let offset = bytes.firstIndex(of: character) else { return (self, nil) }
        return (part(from: 0, to: offset), part(from: offset + 1))
    }

    /// Where the path begins: behind scheme and host, if there are any.
    fileprivate var pathStart: Int {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            colon < bytes.firstIndex(of: UInt8(ascii: "/")) ?? .max, part(from: colon + 1).begins(with: "/")
        else { return 0 }
        guard part(from: colon + 1).begins(with: "//") else { return colon + 1 }
        return part(from: colon + 3).bytes.firstIndex(of: UInt8(ascii: "/")).map { colon + 3 + $0 } ?? utf8.count
    }
}
