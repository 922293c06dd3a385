extension HostPattern {
    /// Whether a host that is decoded and in small letters matches.
    func matches(_ host: Span<UInt8>) -> Bool {
        switch self {
        case .literal(let literal): return host.equals(literal)
        case .parameter(let parameter): return !host.isEmpty && parameter.type?.accepts(host) ?? true
        case .subdomains(let domain):
            let dot = host.count - domain.count - 1
            return dot > 0 && host[dot] == UInt8(ascii: ".") && host.holds(domain, at: dot + 1)
        }
    }

    /// The place in the order of candidates; a smaller one comes first.
    var rank: Int {
        switch self {
        case .literal: 0
        case .subdomains: 1
        case .parameter: 2
        }
    }
}

extension HostPattern? {
    /// The place in the order of candidates; any host comes last.
    var rank: Int { self?.rank ?? 3 }
}
