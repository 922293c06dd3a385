/// Writes a URL that two routes take, and tries it with both.
struct WitnessSearch {
    private let first: ConflictRoute
    private let second: ConflictRoute
    private let addressing: Addressing

    /// The two routes alone.
    private let table: RouteTable<Bool>

    init(_ first: ConflictRoute, _ second: ConflictRoute, _ addressing: Addressing, isIgnoringCase: Bool) {
        self.first = first
        self.second = second
        self.addressing = addressing
        table = RouteTable(
            addressing, ignoringCase: isIgnoringCase,
            [first, second].map { route in
                .init(pattern: route.pattern, priority: route.priority, schemes: route.schemes, value: true)
            })
    }

    /// A URL that both take with these of their paths, or `nil` when none was found.
    func witness(first own: Int, second other: Int) -> String? {
        guard let path = path(own, other), let host = first.filter.host.example(sharedWith: second.filter.host),
            let items = first.filter.query.example(sharedWith: second.filter.query)
        else { return nil }
        let query = items.map { item in
            PercentCoding.encodedPart(Array(item.key.utf8))
                + (item.value.isEmpty ? "" : "=" + PercentCoding.encodedPart(Array(item.value.utf8)))
        }
        let rest = path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        return places(host: PercentCoding.encodedPart(host)).map { $0 + rest }.first { isTaken($0, own, other) }
    }

    private func path(_ own: Int, _ other: Int) -> String? {
        var path = ""
        let pairs = zip(first.expansions[own].segmentsBeforeTail, second.expansions[other].segmentsBeforeTail)
        for (depth, (own, other)) in pairs.enumerated() {
            let own = table.tree.comparable(own, at: depth)
            guard let text = own.example(sharedWith: table.tree.comparable(other, at: depth)) else { return nil }
            path += "/" + PercentCoding.encodedPart(text)
        }
        return path.isEmpty ? "/" : path
    }

    /// What may stand before the path.
    private func places(host: String) -> [String] {
        switch addressing {
        case .host(let rule):
            let schemes = [first.filter.schemes, second.filter.schemes].filter { !$0.isEmpty }
            let shared = schemes.dropFirst().reduce(schemes.first ?? []) { $0.intersection($1) }
            let scheme = shared.map { String(decoding: $0, as: UTF8.self) }.min() ?? "app"
            // A host that is a segment begins the path by itself.
            return rule == .path && host.isEmpty ? ["\(scheme):/", "\(scheme)://"] : ["\(scheme)://\(host)"]
        case .origins(let list):
            return list.origins.map { $0.url(of: "") }
        }
    }

    private func isTaken(_ text: String, _ own: Int, _ other: Int) -> Bool {
        guard let url = try? URLText(text), let path = addressing.path(of: url) else { return false }
        let taken = table.index.all(path, of: url).map { [$0.route, $0.expansion] }
        return taken == [[0, own], [1, other]]
    }
}
