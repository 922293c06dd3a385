/// What a route asks of a URL besides its path.
struct RouteFilter: Sendable {
    /// In small letters; empty when any will do.
    let schemes: [Bytes]
    let host: HostPattern?
    let query: [QueryRequirement]

    /// Whether everything passes.
    var isEmpty: Bool { schemes.isEmpty && host == nil && query.isEmpty }

    @inline(never)
    init(schemes: Set<String> = [], host: HostPattern? = nil, query: [QueryRequirement] = []) {
        self.schemes = schemes.map { $0.bytes.lowercased }
        self.host = host
        self.query = query
    }

    /// Whether a route that is alike in all else comes before another one.
    func isMoreSpecific(than other: RouteFilter) -> Bool {
        (host.rank, -query.count) < (other.host.rank, -other.query.count)
    }

    /// Whether a URL has what the route asks for.
    func passes(_ url: URLText) -> Bool {
        fault(in: url) == nil
    }

    /// What keeps a URL from passing.
    func fault(in url: URLText) -> Fault? {
        guard schemes.isEmpty || hasScheme(of: url) else { return .scheme }
        if let host {
            guard url.parts.host != nil, url.hasPlainHost, url.withHost({ host.matches($0) }) else { return .host }
        }
        let missing = query.first { item in !(url.withFirstQueryValue(of: item.key) { item.matches($0) } ?? false) }
        return missing.map { .query($0) }
    }

    private func hasScheme(of url: URLText) -> Bool {
        let range = url.parts.scheme
        return url.text.withSpan { bytes in
            schemes.contains { scheme in
                guard scheme.count == range.count else { return false }
                for index in range where bytes[index].lowercased != scheme[index - range.lowerBound] { return false }
                return true
            }
        }
    }

    /// What may be wrong with a URL.
    enum Fault {
        case scheme
        case host
        case query(QueryRequirement)
    }
}
