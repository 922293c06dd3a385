/// How a router gets from a URL to a path.
enum Addressing: Sendable {
    case host(HostRule)
    case origins(OriginList)

    /// By origins, of which the first counts that a URL begins with.
    static func origins(_ origins: [Origin]) -> Self { .origins(OriginList(origins)) }

    /// The path to be looked up, or `nil` when the URL begins with none of the origins.
    ///
    /// Nothing is allocated, unless parts of the text have to be left out: dot segments, or a port behind a host that is
    /// a segment.
    func path(of url: URLText) -> PathText? {
        switch self {
        case .host(let rule): url.path(hostRule: rule)
        case .origins(let list): list.first(of: url)?.path
        }
    }

    /// The URL of a path at the place where another URL is; a whole URL stays as it is.
    func url(of target: String, seenFrom url: URLText) -> String {
        guard target.utf8.first == UInt8(ascii: "/") else { return target }
        switch self {
        case .host(.match) where target.begins(with: "//"): return "\(url.scheme):\(target)"
        case .host(.match), .host(.ignore): return "\(url.scheme)://\(url.hostAsWritten)\(target)"
        case .host(.path): return "\(url.scheme)://\(target)"
        case .origins(let list):
            guard let number = list.first(of: url)?.number else { return "\(url.scheme)://\(target)" }
            return list.origins[number].url(of: target)
        }
    }
}

extension URLText {
    /// The host with its escapes, and in its case; empty when there is none.
    fileprivate var hostAsWritten: Substring {
        let range = parts.host ?? 0..<0
        return Substring(text.utf8.dropFirst(range.lowerBound).prefix(range.count))
    }
}
