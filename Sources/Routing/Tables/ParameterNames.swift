/// What the parameters of a pattern are called, which is all that a match has to know of it.
final class ParameterNames: Sendable {
    /// That of the host, if it has one.
    let host: String?

    /// Those of the path that takes all groups, and of each of the others.
    private let first: [String]
    private let others: [[String]]

    init(of pattern: PatternContent) {
        host = if case .parameter(let parameter) = pattern.host { parameter.name } else { nil }
        first = pattern.expansions[0].names
        others = pattern.expansions.dropFirst().map(\.names)
    }

    /// The names in one of the paths that the groups of the pattern stand for, numbered as in a ``RouteHit``.
    subscript(expansion: Int) -> [String] { expansion == 0 ? first : others[expansion - 1] }

    /// Of the names one after the other, and of the numbers of the paths.
    fileprivate var hash: SharedNames.Hash {
        var hash = SharedNames.Hash()
        if let host {
            hash.combine(host)
            hash.value ^= .max
        }
        for name in first { hash.combine(name) }
        for (number, path) in others.enumerated() {
            hash.value ^= UInt64(number + 1)
            for name in path { hash.combine(name) }
        }
        return hash
    }
}

extension ParameterNames: Equatable {
    static func == (left: ParameterNames, right: ParameterNames) -> Bool {
        left.host == right.host && left.first == right.first && left.others == right.others
    }
}

/// The names of many patterns, equal ones once, since few differ.
struct SharedNames: Sendable {
    /// By a hash; of those that share one without being equal, the first stands here.
    private var lists: [UInt32: ParameterNames] = [:]

    /// A hash of names, one after the other.
    struct Hash {
        private static let seed = LiteralSeed()
        fileprivate var value: UInt64 = 0

        mutating func combine(_ name: Range<Int>, of text: Span<UInt8>) {
            let segment = LiteralSegment(in: text, from: name.lowerBound, length: name.count, Self.seed)
            value = Self.seed.hash(value ^ segment.first, segment.last)
        }

        fileprivate mutating func combine(_ name: String) { name.withSpan { combine($0.indices, of: $0) } }
    }

    /// The names of a pattern.
    mutating func names(of pattern: PatternContent) -> ParameterNames {
        let names = ParameterNames(of: pattern)
        let hash = names.hash
        if let known = lists[hash.key], known == names { return known }
        return noted(names, hash)
    }

    private mutating func noted(_ names: ParameterNames, _ hash: Hash) -> ParameterNames {
        if lists[hash.key] == nil { lists[hash.key] = names }
        return names
    }
}

extension SharedNames.Hash {
    /// The highest bits, which depend on all of the names.
    fileprivate var key: UInt32 { UInt32(value >> 32) }
}

extension [PatternSegment] {
    /// What the parameters of a path are called, in the order in which they stand in it.
    var names: [String] {
        var names: [String] = []
        for segment in self {
            switch segment {
            case .parameter(let parameter): names.append(parameter.name)
            case .mixed(let mixed): names += mixed.parameters.map(\.name)
            case .literal, .wildcard: break
            }
        }
        return names
    }
}
