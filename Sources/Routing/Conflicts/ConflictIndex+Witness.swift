/// A URL that two routes take is written, and tried with both.
extension ConflictIndex {
    /// A URL that both take with these of their paths, or `nil` when none was found.
    func witness(_ first: RouteRecord, _ own: Int, _ second: RouteRecord, _ other: Int) -> String? {
        let paths = (first.pattern.expansions[own], second.pattern.expansions[other])
        guard let path = path(paths.0.segmentsBeforeTail, paths.1.segmentsBeforeTail),
            let host = first.pattern.host.example(sharedWith: second.pattern.host),
            let items = first.pattern.query.example(sharedWith: second.pattern.query)
        else { return nil }
        let query = items.map { item in
            let value = item.value.isEmpty ? "" : "=" + item.value.encoded(except: .unreserved)
            return item.name.encoded(except: .unreserved) + value
        }
        let rest = path + (query.isEmpty ? "" : "?") + query.joined(separator: "&")
        let tree = RouteTree([first, second], isIgnoringCase: isIgnoringCase, hasHosts: addressing.hasHosts)
        let starts = places(of: [first, second], host: host.span.encoded(except: .unreserved))
        return starts.map { $0 + rest }.first { text in
            guard let url = try? URLText(text), let path = addressing.path(of: url) else { return false }
            let taken = tree.all(path, of: url)
            return taken.map(\.route) == [0, 1] && taken.map(\.expansion) == [own, other]
        }
    }

    private func path(_ first: ArraySlice<PatternSegment>, _ second: ArraySlice<PatternSegment>) -> String? {
        var path = ""
        for (depth, (own, other)) in zip(first, second).enumerated() {
            guard let text = shape(of: own, at: depth).example(sharedWith: shape(of: other, at: depth)) else {
                return nil
            }
            path += "/" + text.span.encoded(except: .unreserved)
        }
        return path.isEmpty ? "/" : path
    }

    /// What may stand before the path.
    private func places(of routes: [RouteRecord], host: String) -> [String] {
        switch addressing {
        case .host(let rule):
            let schemes = routes.filter { !$0.schemes.isEmpty }.map(\.lowercasedSchemes)
            let start = (schemes.reduce(schemes.first ?? ["app"]) { $0.intersection($1) }.min() ?? "app") + ":"
            // A host that is a segment begins the path by itself.
            return rule == .path && host.isEmpty ? [start + "/", start + "//"] : [start + "//" + host]
        case .origins(let origins):
            return origins.map { $0.url(of: "") }
        }
    }
}
