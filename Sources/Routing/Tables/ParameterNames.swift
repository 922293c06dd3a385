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

    /// The names of a plain pattern.
    fileprivate init(ofPlain text: Span<UInt8>) {
        host = nil
        others = []
        var names: [String] = []
        var cursor = PlainCursor()
        while let segment = cursor.next(in: text) {
            if segment.kind == .parameter { names.append(text.extracting(segment.range).text) }
        }
        first = names
    }

    /// The names in one of the paths that the groups of the pattern stand for, numbered as in a ``RouteHit``.
    subscript(expansion: Int) -> [String] { expansion == 0 ? first : others[expansion - 1] }

    /// Of a plain pattern, the names one after the other; else it also tells where each of them stands.
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

    /// Whether a plain pattern has these names.
    fileprivate func areThose(ofPlain text: Span<UInt8>) -> Bool {
        guard host == nil, others.isEmpty else { return false }
        var index = 0
        var cursor = PlainCursor()
        while let segment = cursor.next(in: text) {
            guard segment.kind == .parameter else { continue }
            guard index < first.count, first[index].stands(in: text, segment.range) else { return false }
            index += 1
        }
        return index == first.count
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

    /// The names of a plain pattern, which have this hash.
    mutating func names(ofPlain text: Span<UInt8>, _ hash: Hash) -> ParameterNames {
        if let known = lists[hash.key], known.areThose(ofPlain: text) { return known }
        return noted(ParameterNames(ofPlain: text), hash)
    }

    /// The names of any pattern.
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

extension String {
    /// Whether the text is what stands at a place of another.
    fileprivate func stands(in text: Span<UInt8>, _ place: Range<Int>) -> Bool {
        withSpan { text.hasSameBytes(place, as: $0, marks: { _ in 0 }) }
    }
}
