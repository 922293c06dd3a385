/// The mixed and typed children of the nodes of a tree, of which those are found that may have text in common with a
/// segment, without trying all of them.
///
/// Mixed segments have text in common only if one of them begins with the literal text that the other begins with, and
/// so at the end; choices if they share a word; ranges if they overlap. What is found is a superset. The first question
/// about a place costs as much as it has such children, each other one as much as it finds.
final class Siblings {
    /// How many of them are looked at for one segment: those beyond count as told apart.
    static let maximumCount = 64

    private let tree: RouteTree

    /// Whether there are so many questions that an index is worth its while.
    private let isIndexed: Bool

    private var mixed: [UInt32: MixedIndex] = [:]
    private var typed: [UInt32: TypeIndex] = [:]

    private lazy var children = {
        var children: [UInt64: [UInt32]] = [:]
        for child in 1..<tree.links.count {
            children[UInt64(tree.links[child].parent), default: []].append(UInt32(child))
        }
        return children
    }()

    init(_ tree: RouteTree, isIndexed: Bool) {
        self.tree = tree
        self.isIndexed = isIndexed
    }

    /// All children of a node; linear in the tree when it is asked for the first time.
    func all(of node: UInt32) -> [UInt32] { children[UInt64(node)] ?? [] }

    /// The mixed children of a node that may have text in common with a segment.
    func mixed(of node: UInt32, sharing segment: PatternSegment) -> [UInt32] {
        guard tree.rarity(of: node).mixed != 0 else { return [] }
        let candidates = isIndexed ? indexed(of: node, segment) : tree.children(of: node, ranked: .mixed)
        let sharing = candidates.lazy.filter { self.tree.segment(of: $0).mayShareText(with: segment) }
        return Array(sharing.prefix(Self.maximumCount))
    }

    private func indexed(of node: UInt32, _ segment: PatternSegment) -> [UInt32] {
        let index = mixedIndex(of: node)
        return segment.outerTexts.flatMap { first, last in
            let beginnings = index.beginnings.candidates(for: first)
            let ends = index.ends.candidates(for: last.reversed())
            return beginnings.count < ends.count ? beginnings : ends
        }
    }

    /// The typed children of a node that may have text in common with a segment.
    func typed(of node: UInt32, sharing segment: PatternSegment) -> [UInt32] {
        guard tree.rarity(of: node).typed != 0 else { return [] }
        let index = typed[node] ?? TypeIndex(tree.children(of: node, ranked: .typed), of: tree)
        typed[node] = index
        return Array(index.candidates(for: segment).prefix(Self.maximumCount))
    }

    private func mixedIndex(of node: UInt32) -> MixedIndex {
        if let known = mixed[node] { return known }
        let index = MixedIndex()
        for child in tree.children(of: node, ranked: .mixed) {
            for (first, last) in tree.segment(of: child).outerTexts {
                index.beginnings.insert(child, first)
                index.ends.insert(child, last.reversed())
            }
        }
        mixed[node] = index
        return index
    }
}

/// Finds siblings by the text that they begin with, and by the text that they end with.
private final class MixedIndex {
    var beginnings = EndIndex()
    var ends = EndIndex()
}

/// Finds siblings by the text that they begin with, or by the text that they end with if it is turned round.
private struct EndIndex {
    /// How many bytes of a text are looked at.
    private static let maximumLength = 24

    /// By the fingerprint of a text: those that are just this, and those that begin with it.
    private var whole: [UInt64: [UInt32]] = [:]
    private var longer: [UInt64: [UInt32]] = [:]

    mutating func insert(_ child: UInt32, _ text: [UInt8]) {
        var prints = Self.fingerprints(text)
        whole[prints.removeLast(), default: []].append(child)
        for print in prints { longer[print, default: []].append(child) }
    }

    func candidates(for text: [UInt8]) -> [UInt32] {
        let prints = Self.fingerprints(text)
        return prints.flatMap { whole[$0] ?? [] } + (prints.last.flatMap { longer[$0] } ?? [])
    }

    /// Those of all beginnings of a text, from the empty one to the whole.
    private static func fingerprints(_ text: [UInt8]) -> [UInt64] {
        var prints = [seed]
        for byte in text.prefix(maximumLength) { prints.append(extended(prints[prints.count - 1], by: byte)) }
        return prints
    }

    /// That of a whole text, however long.
    static func fingerprint(_ text: [UInt8]) -> UInt64 {
        var print = seed
        for byte in text { print = extended(print, by: byte) }
        return print
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func extended(_ print: UInt64, by byte: UInt8) -> UInt64 {
        (print ^ UInt64(byte)) &* 0x100_0000_01B3
    }
}

/// Finds siblings by the values that they take.
private final class TypeIndex {
    private var all: [UInt32] = []

    /// Those that are no choice and no range.
    private var named: [UInt32] = []

    /// By the fingerprints of words.
    private var words: [UInt64: [UInt32]] = [:]

    /// Ranges, and words that are numbers, by their lower bounds; with the highest upper bound up to there.
    private var ranges: [(range: ClosedRange<Int>, child: UInt32)] = []
    private var highest: [Int] = []

    init(_ children: [UInt32], of tree: RouteTree) {
        all = children
        for child in children {
            guard case .parameter(let parameter) = tree.segment(of: child) else { continue }
            switch parameter.type?.test {
            case .choice(let texts):
                for text in texts { words[EndIndex.fingerprint(text), default: []].append(child) }
                ranges += texts.compactMap { text in text.wholeNumber.map { ($0...$0, child) } }
            case .range(let range): ranges.append((range, child))
            default: named.append(child)
            }
        }
        ranges.sort { $0.range.lowerBound < $1.range.lowerBound }
        for (range, _) in ranges { highest.append(max(highest.last ?? .min, range.upperBound)) }
    }

    func candidates(for segment: PatternSegment) -> [UInt32] {
        guard case .parameter(let parameter) = segment else {
            guard case .literal(let text) = segment else { return [] }
            return named + holding(text)
        }
        switch parameter.type?.test {
        case .choice(let texts): return named + texts.flatMap(holding)
        case .range(let range): return named + overlapping(range)
        default: return named + all
        }
    }

    private func holding(_ word: [UInt8]) -> [UInt32] {
        (words[EndIndex.fingerprint(word)] ?? []) + (word.wholeNumber.map { overlapping($0...$0) } ?? [])
    }

    private func overlapping(_ range: ClosedRange<Int>) -> [UInt32] {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].range.lowerBound <= range.upperBound { low = middle + 1 } else { high = middle }
        }
        let candidates = ranges.indices[..<low].reversed().prefix { highest[$0] >= range.lowerBound }
        return candidates.prefix(Siblings.maximumCount).filter { ranges[$0].range.overlaps(range) }.map {
            ranges[$0].child
        }
    }
}

extension [UInt8] {
    fileprivate var wholeNumber: Int? { span.integer(as: Int.self) }
}

extension PatternSegment {
    /// The literal text that it begins and ends with; one pair, but for a choice of words.
    fileprivate var outerTexts: [(first: [UInt8], last: [UInt8])] {
        switch self {
        case .literal(let text): return [(text, text)]
        case .mixed(let mixed): return [(mixed.pieces.first?.text ?? [], mixed.pieces.last?.text ?? [])]
        case .parameter(let parameter): return parameter.words?.map { ($0, $0) } ?? [([], [])]
        case .wildcard: return [([], [])]
        }
    }

    fileprivate func mayShareText(with other: PatternSegment) -> Bool {
        outerTexts.contains { own in
            other.outerTexts.contains { text in
                zip(own.first, text.first).allSatisfy(==)
                    && zip(own.last.reversed(), text.last.reversed()).allSatisfy(==)
            }
        }
    }
}

extension MixedSegment.Piece {
    fileprivate var text: [UInt8]? { if case .literal(let text) = self { text } else { nil } }
}
