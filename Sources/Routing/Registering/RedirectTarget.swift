/// Where a redirect leads: a path with parameters at the place of the URL that was opened, or at a place of its own.
///
/// `/product/:id?ref=old` and `https://shop.example/product/:id` are such targets.
struct RedirectTarget: Sendable {
    /// The target as it was written.
    let text: String

    private let origin: Substring
    private let path: RoutePattern
    private let query: Substring?
    private let fragment: Substring?

    /// Takes a target apart; its path is a pattern.
    init(_ text: String, types: [ParameterType]) throws(RoutePatternError) {
        self.text = text
        let parts = text.utf8.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
        let place = parts[0].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        fragment = parts.count > 1 ? Substring(parts[1]) : nil
        query = place.count > 1 ? Substring(place[1]) : nil
        let start = place[0].pathStart
        origin = Substring(place[0][..<start])
        path = try RoutePattern(String(Substring(place[0][start...])), types: types)
    }

    /// The first name that the target asks for and that not every path of the source has.
    func unknownName(from source: RoutePattern) -> String? {
        let unknown = path.parameterNames.first { !source.parameterNames.contains($0) }
        if let unknown { return unknown }
        if path.expansions.contains(where: \.endsInTail), !source.expansions.contains(where: \.endsInTail) {
            return "*" + (path.tailName ?? "")
        }
        return path.requiredNames.subtracting(source.requiredNames).min()
    }

    /// The place for a URL that fits the source.
    ///
    /// Parameters and tail stand where the target names them. The query follows behind the target's own, without the keys
    /// that this has; the fragment stays unless the target has one.
    func place(for match: RouteMatch) throws(RouteURLError) -> String {
        let takesTail = path.expansions.contains(where: \.endsInTail)
        let host = path.host(with: match.parameters).map { "//" + $0 } ?? ""
        var place = origin + host + (try path.path(with: match.parameters, tail: takesTail ? match.tail ?? [] : []))
        let query = self.query.map(String.init) ?? ""
        let ownKeys = Set(URLText.items(of: query).map(\.key))
        let others = match.address.rawQueryItems.filter { !ownKeys.contains($0.key) }.map { String($0.text) }
        let items = (query.isEmpty ? [] : [query]) + others
        if !items.isEmpty { place += "?" + items.joined(separator: "&") }
        if let fragment = fragment ?? match.address.rawFragment { place += "#" + fragment }
        return String(place)
    }
}

extension Substring.UTF8View {
    /// Where the path begins: behind scheme and host, if there are any.
    fileprivate var pathStart: Index {
        guard let colon = firstIndex(where: { "/:".utf8.contains($0) }), self[colon] == UInt8(ascii: ":"),
            colon > startIndex
        else { return startIndex }
        let rest = self[index(after: colon)...]
        guard rest.starts(with: "/".utf8) else { return startIndex }
        guard rest.starts(with: "//".utf8) else { return rest.startIndex }
        return rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? endIndex
    }
}
