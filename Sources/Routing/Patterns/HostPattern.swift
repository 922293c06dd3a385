/// What a pattern says about the host, most specific first; a pattern without `//` takes any.
///
/// Hosts compare case-insensitively; the bytes are decoded and in small letters.
enum HostPattern: Hashable, Sendable {
    /// `//shop.example`
    case literal([UInt8])

    /// `//*.shop.example`: one or more labels before this domain.
    case subdomains([UInt8])

    /// `//:shop`: any host that is not empty; it goes by the name.
    case parameter(RouteParameter)
}

extension HostPattern: CustomStringConvertible {
    /// The host as a pattern spells it.
    var description: String {
        switch self {
        case .literal(let host): "//\(PatternSpelling.literal(host))"
        case .subdomains(let domain): "//*.\(PatternSpelling.literal(domain))"
        case .parameter(let parameter): "//\(parameter)"
        }
    }
}
