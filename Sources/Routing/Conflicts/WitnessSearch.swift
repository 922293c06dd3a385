/// Writes a URL that two routes take, and tries it with both.
struct WitnessSearch {
    private let first: RouteRecord
    private let second: RouteRecord
    private let addressing: Addressing
    private let isIgnoringCase: Bool

    /// The two routes alone.
    private let tree: RouteTree

    init(_ first: RouteRecord, _ second: RouteRecord, _ addressing: Addressing, isIgnoringCase: Bool) {
        self.first = first
        self.second = second
        self.addressing = addressing
        self.isIgnoringCase = isIgnoringCase
        tree = RouteTree([first, second], isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts)
    }

    /// A URL that both take with these of their paths, or `nil` when none was found.
    func witness(first own: Int, second other: Int) -> String? {
        guard let path = path(own, other), let host = first.content.host.example(sharedWith: second.content.host),
            let items = first.content.query.example(sharedWith: second.content.query)
        else { return nil }
        var rest = path
        var separator = "?"
        for item in items {
            rest += separator + PercentCoding.encodedPart(item.key.bytes)
            if !item.value.isEmpty { rest += "=" + PercentCoding.encodedPart(item.value.bytes) }
            separator = "&"
        }
        for place in places(host: PercentCoding.encodedPart(host)) where isTaken(place + rest, own, other) {
            return place + rest
        }
        return nil
    }

    private func path(_ own: Int, _ other: Int) -> String? {
        var path = ""
        let own = first.content.expansions[own].segmentsBeforeTail
        let other = second.content.expansions[other].segmentsBeforeTail
        for (depth, (own, other)) in zip(own, other).enumerated() {
            let folds = isIgnoringCase || addressing.hasHosts && depth == 0
            let text = folds ? own.folded.example(sharedWith: other.folded) : own.example(sharedWith: other)
            guard let text else { return nil }
            path += "/" + PercentCoding.encodedPart(text)
        }
        return path.isEmpty ? "/" : path
    }

    /// What may stand before the path.
    private func places(host: String) -> [String] {
        switch addressing {
        case .host(let rule):
            let start = (sharedScheme ?? "app") + ":"
            // A host that is a segment begins the path by itself.
            return rule == .path && host.isEmpty ? [start + "/", start + "//"] : [start + "//" + host]
        case .origins(let list):
            return list.origins.map { $0.url(of: "") }
        }
    }

    private var sharedScheme: String? {
        let (own, others) = (first.schemes, second.schemes)
        if own.isEmpty { return others.min()?.lowercased() }
        return own.sorted().first { own in
            others.isEmpty || others.contains { $0.lowercased() == own.lowercased() }
        }?.lowercased()
    }

    private func isTaken(_ text: String, _ own: Int, _ other: Int) -> Bool {
        guard let url = try? URLText(text), let path = addressing.path(of: url) else { return false }
        let taken = tree.all(path, in: text, of: url)
        return taken.count == 2 && taken[0].route == 0 && taken[0].expansion == own && taken[1].expansion == other
    }
}
