/// The mixed and typed children of the nodes of a tree, of which those are found that may have text in common with a
/// segment, without trying all of them.
///
/// Mixed segments have text in common only if one of them begins with the literal text that the other begins with, and
/// so at the end; choices if they share a word; ranges if they overlap. What is found is a superset. The first question
/// about a place costs as much as it has such children, each other one as much as it finds.
final class Siblings {
    /// How many of them are looked at for one segment: those beyond count as told apart.
    static let maximumCount = 64

    private let index: RouteIndex
    private var tree: RouteTree { index.tree }

    /// Whether there are so many questions that an index is worth its while.
    private let isIndexed: Bool
    private let budget: StepBudget

    private lazy var children = NodeLists(childrenIn: tree)
    private var mixed: [MixedIndex] = []
    private var typed: [TypeIndex] = []
    /// Where the indexes of a node stand, by twice its number; that of types one further.
    private var places: [Int: Int] = [:]

    init(_ index: RouteIndex, isIndexed: Bool, _ budget: StepBudget) {
        self.index = index
        self.budget = budget
        self.isIndexed = isIndexed
    }

    /// All children of a node; linear in the tree when it is asked for the first time.
    func all(of node: UInt32) -> [UInt32] { children[UInt64(node)] }

    /// The mixed and typed children of a node that may have text in common with a segment.
    func others(of node: UInt32, sharing segment: PatternSegment) -> [UInt32] {
        mixed(of: node, sharing: segment) + typed(of: node, sharing: segment)
    }

    /// The mixed children of a node that may have text in common with a segment.
    func mixed(of node: UInt32, sharing segment: PatternSegment) -> [UInt32] {
        var sharing: [UInt32] = []
        guard tree.rarity(of: node).mixed != 0 else { return sharing }
        let texts = segment.outerTexts
        var candidates: [[UInt32]] = []
        if isIndexed {
            let index = mixedIndex(of: node)
            for text in texts { candidates += index.candidates(for: text) }
        } else {
            candidates = [tree.children(of: node, ranked: .mixed)]
        }
        for child in candidates.joined() {
            guard sharing.count < Self.maximumCount, budget.spend() else { break }
            if tree.segment(of: child).outerTexts.mayShareText(with: texts) { sharing.add(child) }
        }
        return sharing
    }

    /// The typed children of a node that may have text in common with a segment.
    func typed(of node: UInt32, sharing segment: PatternSegment) -> [UInt32] {
        guard tree.rarity(of: node).typed != 0 else { return [] }
        let place = places[2 * Int(node) + 1] ?? typed.count
        if place == typed.count {
            places[2 * Int(node) + 1] = place
            typed.append(TypeIndex(tree.children(of: node, ranked: .typed), of: tree))
        }
        return Array(typed[place].candidates(for: segment).prefix(Self.maximumCount))
    }

    private func mixedIndex(of node: UInt32) -> MixedIndex {
        let place = places[2 * Int(node)] ?? mixed.count
        if place == mixed.count {
            places[2 * Int(node)] = place
            mixed.append(MixedIndex(tree.children(of: node, ranked: .mixed), of: tree))
        }
        return mixed[place]
    }
}

/// Finds siblings by the text that they begin with, and by the text that they end with.
private final class MixedIndex {
    /// How many bytes of a text are looked at.
    private static let maximumLength = 24

    /// By the fingerprint of a text: those that begin with just this, and those that begin with more; then the same for
    /// their ends, turned round.
    private let lists = [NodeLists(), NodeLists(), NodeLists(), NodeLists()]

    init(_ children: [UInt32], of tree: RouteTree) {
        for child in children {
            for text in tree.segment(of: child).outerTexts {
                insert(child, text.first, lists[0], lists[1])
                insert(child, text.last, lists[2], lists[3])
            }
        }
    }

    @inline(never)
    private func insert(_ child: UInt32, _ text: Bytes, _ whole: NodeLists, _ longer: NodeLists) {
        var prints = Self.fingerprints(text)
        whole.add(child, to: prints.removeLast())
        for print in prints { longer.add(child, to: print) }
    }

    /// Lists that are not copied, since each may have all of the children.
    func candidates(for text: OuterText) -> [[UInt32]] {
        let beginnings = candidates(for: text.first, lists[0], lists[1])
        let ends = candidates(for: text.last, lists[2], lists[3])
        return beginnings.joined().count < ends.joined().count ? beginnings : ends
    }

    private func candidates(for text: Bytes, _ whole: NodeLists, _ longer: NodeLists) -> [[UInt32]] {
        let prints = Self.fingerprints(text)
        return prints.map { whole[$0] } + [longer[prints[prints.count - 1]]]
    }

    /// Those of all beginnings of a text, from the empty one to the whole.
    @inline(never)
    private static func fingerprints(_ text: Bytes) -> [UInt64] {
        var prints = [NodeLists.fingerprint([])]
        for byte in text.prefix(maximumLength) {
            prints.append(NodeLists.extended(prints[prints.count - 1], by: byte))
        }
        return prints
    }
}

/// Lists of nodes by numbers, each in the order in which it grew.
final class NodeLists {
    private var lists: [UInt64: Int] = [:]
    private var nodes: [[UInt32]] = []

    init() {}

    /// The children of each node of a tree.
    init(childrenIn tree: RouteTree) {
        for child in 1..<tree.links.count { add(UInt32(child), to: UInt64(tree.links[child].parent)) }
    }

    @inline(never)
    func add(_ node: UInt32, to number: UInt64) {
        let list = lists[number] ?? nodes.count
        if list == nodes.count {
            lists[number] = list
            nodes.append([])
        }
        nodes[list].add(node)
    }

    subscript(number: UInt64) -> [UInt32] {
        @inline(never) get { lists[number].map { nodes[$0] } ?? [] }
    }

    /// A number for a text.
    @inline(never)
    static func fingerprint(_ text: Bytes) -> UInt64 {
        var print: UInt64 = 0x4BF2_9CE4_8422_2325
        for byte in text { print = extended(print, by: byte) }
        return print
    }

    static func extended(_ print: UInt64, by byte: UInt8) -> UInt64 { (print ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

/// Finds siblings by the values that they take.
private final class TypeIndex {
    private let all: [UInt32]

    /// Those that are no choice and no range.
    private var named: [UInt32] = []

    /// By the fingerprints of words.
    private let words = NodeLists()

    /// Ranges, and words that are numbers, by their lower bounds; with the highest upper bound up to there.
    private var ranges: [(range: ClosedRange<Int>, child: UInt32)] = []
    private var highest: [Int] = []

    init(_ children: [UInt32], of tree: RouteTree) {
        all = children
        for child in children {
            guard case .parameter(let parameter) = tree.segment(of: child) else { continue }
            switch parameter.type?.test {
            case .choice(let texts):
                for text in texts {
                    words.add(child, to: NodeLists.fingerprint(text))
                    if let number = text.wholeNumber { ranges.append((number...number, child)) }
                }
            case .range(let range): ranges.append((range, child))
            default: named.add(child)
            }
        }
        ranges.sort { $0.range.lowerBound < $1.range.lowerBound }
        for (range, _) in ranges { highest.append(max(highest.last ?? .min, range.upperBound)) }
    }

    func candidates(for segment: PatternSegment) -> [UInt32] {
        switch segment {
        case .literal(let text): return named + holding([text])
        case .parameter(let parameter):
            switch parameter.type?.test {
            case .choice(let texts): return named + holding(texts)
            case .range(let range): return named + overlapping(range)
            // Those beyond are not looked at.
            default: return named + all.prefix(Siblings.maximumCount)
            }
        case .mixed, .wildcard: return []
        }
    }

    private func holding(_ texts: [Bytes]) -> [UInt32] {
        var holding: [UInt32] = []
        for text in texts {
            holding += words[NodeLists.fingerprint(text)]
            if let number = text.wholeNumber { holding += overlapping(number...number) }
        }
        return holding
    }

    @inline(never)
    private func overlapping(_ range: ClosedRange<Int>) -> [UInt32] {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].range.lowerBound <= range.upperBound { low = middle + 1 } else { high = middle }
        }
        let lowest = max(0, low - Siblings.maximumCount)
        var overlapping: [UInt32] = []
        while low > lowest, highest[low - 1] >= range.lowerBound {
            low -= 1
            if ranges[low].range.upperBound >= range.lowerBound { overlapping.add(ranges[low].child) }
        }
        return overlapping
    }
}
