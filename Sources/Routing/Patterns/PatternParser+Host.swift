/// A host: `//shop.example`, `//*.shop.example`, `//:shop`.
extension PatternParser {
    mutating func parseHost() throws(RoutePatternError) {
        index = 2
        let end = firstIndex(of: .segmentEnd, from: index, before: bytes.count)
        host = isNext(":") ? try parseHostParameter(before: end) : try parseDomain(before: end)
    }

    private mutating func parseHostParameter(before end: Int) throws(RoutePatternError) -> HostPattern {
        let parameter = try parseParameter(before: end)
        guard index == end else { throw error(.malformedHost, at: index) }
        guard let type = parameter.type, case .choice(let words) = type.test, !type.isNamed else {
            return .parameter(parameter)
        }
        // A host is compared in small letters.
        let lowercased = ParameterType.choice(words.map { $0.map(\.lowercased) }, besides: types)
        parameters = [RouteParameter(name: parameter.name, type: lowercased)]
        return .parameter(parameters[0])
    }

    private mutating func parseDomain(before end: Int) throws(RoutePatternError) -> HostPattern {
        let isSubdomain = bytes[index..<end].starts(with: "*.".utf8)
        let start = isSubdomain ? index + 2 : index
        let reserved = firstIndex(of: .reservedInHost, from: start, before: end)
        guard reserved == end else { throw error(.malformedHost, at: reserved) }
        let domain = try decoded(start..<end).map(\.lowercased)
        guard !domain.contains(where: \.isForbiddenInHost) else { throw error(.malformedHost, at: start) }
        guard !domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).contains([]) else {
            throw error(.malformedHost, at: start)
        }
        index = end
        return isSubdomain ? .subdomains(domain) : .literal(domain)
    }
}

extension UInt8 {
    /// Whether no host has this byte, not even percent-encoded.
    fileprivate var isForbiddenInHost: Bool {
        self <= 0x20 || self == 0x7F || "/?#@:[]<>\\^|%*{}()".utf8.contains(self)
    }
}
