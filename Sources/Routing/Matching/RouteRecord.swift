/// A route without what it leads to: all that matching, conflicts and explanations need of it.
struct RouteRecord: Sendable {
    let pattern: RoutePattern
    var priority = 0
    var schemes: Set<String> = []
}

/// The conditions of a route besides its path: schemes, a host and items of the query.
extension RouteRecord {
    /// A Boolean value that indicates whether the route has conditions besides its path.
    var hasConditions: Bool { !schemes.isEmpty || pattern.host != nil || !pattern.query.isEmpty }

    /// Returns whether a URL fulfills all conditions.
    func passes(_ url: URLText) -> Bool {
        takesScheme(of: url) && pattern.host.matches(url) && pattern.query.allSatisfy { $0.matches(url) }
    }

    /// Returns whether a URL has one of the schemes, regardless of case.
    func takesScheme(of url: URLText) -> Bool { schemes.isEmpty || schemes.contains(where: url.hasScheme) }

    /// Returns bytes that order the paths that match a URL: the better path has the smaller bytes.
    ///
    /// The bytes of two paths are equal if only the order of registration decides.
    func precedence(of path: [PatternSegment]) -> Bytes {
        let rank = ~(UInt64(bitPattern: Int64(priority)) ^ (1 << 63))
        var bytes: Bytes = []
        for shift in 1...8 { bytes.append(UInt8(truncatingIfNeeded: rank >> UInt64(64 - 8 * shift))) }
        for depth in 0...path.count { bytes.append(path.rank(at: depth).rawValue) }
        for segment in path where segment.rank == .mixed {
            let count = ~UInt16(segment.literalCount)
            bytes.append(UInt8(count >> 8))
            bytes.append(UInt8(truncatingIfNeeded: count))
        }
        bytes.append(UInt8(pattern.hostRank))
        bytes.append(~UInt8(pattern.query.count))
        return bytes
    }
}

extension PatternSegment? {
    /// Returns whether a URL has the host; any has, when no host is asked for.
    func matches(_ url: URLText) -> Bool {
        guard let self else { return true }
        switch url.parts.hostKind {
        case .foreign: return false
        case .coded, .dots: return self.rank == .literal && url.hasHost { self.matches($0) }
        case .plain: return url.hasHost { self.matches($0) }
        }
    }
}

extension RouteParameter {
    /// Returns whether a URL has the item.
    func matches(_ url: URLText) -> Bool {
        guard let item = url.firstQueryItem(of: name) else { return false }
        guard let type else { return true }
        return url.withSpan { bytes in
            for index in item.value where bytes[index] == UInt8(ascii: "%") || bytes[index] == UInt8(ascii: "+") {
                return type.accepts(PercentCoding.decoded(bytes, item.value, plusIsSpace: true).span)
            }
            return type.accepts(bytes.extracting(item.value))
        }
    }
}
