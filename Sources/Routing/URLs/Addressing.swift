/// What the host of a URL means to a router.
///
/// It is said, and never guessed from a dot.
public enum HostRule: String, Sendable, Hashable, Codable {
    /// The host is the first segment of the path: `shop://product/42` is `/product/42`.
    case path

    /// The host plays no part: `https://shop.example/product/42` is `/product/42`.
    case ignore

    /// Patterns may ask for a host: `//shop.example/product/:id`; one that does not takes any host.
    case match
}

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
        guard target.begins(with: "/") else { return target }
        var place = "://"
        switch self {
        case .origins(let list):
            if let number = list.first(of: url)?.number { return list.origins[number].url(of: target) }
        case .host(.path): break
        case .host(let rule):
            // A target with a host of its own stands behind the scheme.
            if rule == .match, target.begins(with: "//") { place = ":" } else { place += url.host ?? "" }
        }
        return url.scheme + place + target
    }
}
