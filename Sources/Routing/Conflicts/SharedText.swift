/// A text that two segments of the same rank match, as a witness of a conflict.
extension PatternSegment {
    /// Returns a text that this and another mixed segment match, or `nil` when there is none or none was found.
    ///
    /// Without types the answer is exact and linear. With types, texts are searched for a number of steps.
    ///
    /// - Parameters:
    ///   - other: The other segment.
    ///   - ignoringCase: `true` if case does not count; then the literals of both are in lowercase.
    ///   - steps: The work that this takes is added.
    /// - Returns: A text that is no dot segment.
    func mixedText(sharedWith other: PatternSegment, ignoringCase: Bool, _ steps: inout Int) -> Bytes? {
        let own = pieces
        let rival = other.pieces
        let prefix = own.prefix.count < rival.prefix.count ? rival.prefix : own.prefix
        let suffix = own.suffix.count < rival.suffix.count ? rival.suffix : own.suffix
        guard prefix.starts(with: own.prefix), prefix.starts(with: rival.prefix),
            suffix.reversed().starts(with: own.suffix.reversed()),
            suffix.reversed().starts(with: rival.suffix.reversed())
        else { return nil }
        func isShared(_ text: Bytes) -> Bool {
            !text.isDotSegment && matches(text.span, ignoringCase: ignoringCase)
                && other.matches(text.span, ignoringCase: ignoringCase)
        }
        if let text = (examples + other.examples).first(where: isShared) { return text }
        guard (parameters + other.parameters).allSatisfy({ $0.type == nil }) else {
            return TextSearch.text(of: own, and: rival, &steps, where: isShared)
        }
        // A parameter takes any text, so that the literals of both can follow one another.
        let infixes = [own, rival].flatMap { $0.dropFirst().dropLast().compactMap(\.literal) }
        let text = prefix + "a".bytes + infixes.flatMap { $0 + "a".bytes } + suffix
        return isShared(text) ? text : nil
    }
}

/// A search for a text that two lists of literals and parameters may match, the shortest first.
///
/// Both are read at once, byte by byte. What a type takes is known as far as its characters; the caller decides about
/// a text.
private struct TextSearch {
    /// The most bytes that are tried for one pair of segments.
    private static let maximumSteps = 1 << 13

    /// The most texts by which one pair of positions is reached.
    private static let maximumVisits = 64

    /// The most combinations of words that are tried of one segment.
    private static let maximumVariants = 16

    /// Bytes at a position: one of them, or at least one.
    fileprivate struct Cell {
        let bytes: ByteClass
        var isRepeated = false
    }

    fileprivate enum ByteClass {
        case one(UInt8)
        case any
        case some(ASCIISet)

        func contains(_ byte: UInt8) -> Bool {
            switch self {
            case .one(let own): own == byte
            case .any: true
            case .some(let set): set.contains(byte)
            }
        }
    }

    /// A position in a list of cells: behind so many, and perhaps inside the next.
    fileprivate struct Position: Hashable {
        var cell = 0
        var isInside = false
    }

    private struct Pair: Hashable {
        var first = Position()
        var second = Position()
    }

    static func text(
        of first: [MixedSegment.Piece], and second: [MixedSegment.Piece], _ steps: inout Int,
        where isWanted: (Bytes) -> Bool
    ) -> Bytes? {
        var rest = maximumSteps
        defer { steps += maximumSteps - rest }
        for own in cells(of: first) {
            for rival in cells(of: second) {
                if let text = text(of: own, and: rival, &rest, where: isWanted) { return text }
            }
        }
        return nil
    }

    private static func text(
        of first: [Cell], and second: [Cell], _ rest: inout Int, where isWanted: (Bytes) -> Bool
    ) -> Bytes? {
        let alphabet = alphabet(of: first + second)
        var queue = [(Pair(), Bytes())]
        var visits: [Pair: Int] = [:]
        var index = 0
        while index < queue.count {
            let (pair, text) = queue[index]
            index += 1
            if pair.first.isEnd(of: first), pair.second.isEnd(of: second), isWanted(text) { return text }
            for byte in alphabet {
                guard rest > 0 else { return nil }
                rest -= 1
                for own in pair.first.next(byte, in: first) {
                    for rival in pair.second.next(byte, in: second) {
                        let next = Pair(first: own, second: rival)
                        guard visits[next, default: 0] < maximumVisits else { continue }
                        visits[next, default: 0] += 1
                        queue.append((next, text + [byte]))
                    }
                }
            }
        }
        return nil
    }

    /// The bytes that make a difference, the simplest first.
    private static func alphabet(of cells: [Cell]) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "1"), UInt8(ascii: "a")]
        for cell in cells {
            switch cell.bytes {
            case .one(let byte): bytes.append(byte)
            case .any: break
            case .some(let set): bytes += (0..<128).filter(set.contains)
            }
        }
        var known: Set<UInt8> = []
        return bytes.filter { known.insert($0).inserted }
    }
}

/// Segments as cells.
extension TextSearch {
    /// The cells of a segment, for each choice of its words.
    private static func cells(of pieces: [MixedSegment.Piece]) -> [[Cell]] {
        var variants: [[Cell]] = [[]]
        for piece in pieces {
            let continuations: [[Cell]] =
                switch piece {
                case .literal(let text): [text.map { Cell(bytes: .one($0)) }]
                case .parameter(let parameter): cells(of: parameter.type)
                }
            let all = variants.flatMap { variant in continuations.map { variant + $0 } }
            variants = Array(all.prefix(maximumVariants))
        }
        return variants
    }

    private static func cells(of type: ParameterType?) -> [[Cell]] {
        switch type?.test {
        case .choice(let words): words.map { word in word.map { Cell(bytes: .one($0)) } }
        case .range: [[Cell(bytes: .some("0123456789-"), isRepeated: true)]]
        case .double: [[Cell(bytes: .some("0123456789-."), isRepeated: true)]]
        case .uuid:
            [
                (0..<36).map { index in
                    Cell(
                        bytes: [8, 13, 18, 23].contains(index)
                            ? .one(UInt8(ascii: "-")) : .some("0123456789abcdefABCDEF"))
                }
            ]
        case .custom, nil: [[Cell(bytes: .any, isRepeated: true)]]
        }
    }
}

extension TextSearch.Position {
    /// Returns whether nothing need follow.
    func isEnd(of cells: [TextSearch.Cell]) -> Bool { cell == cells.count || isInside && cell == cells.count - 1 }

    /// The positions behind a byte: one, or two where a repeated cell may go on or end before it.
    func next(_ byte: UInt8, in cells: [TextSearch.Cell]) -> [TextSearch.Position] {
        guard cell < cells.count else { return [] }
        var found: [TextSearch.Position] = []
        if cells[cell].bytes.contains(byte) {
            let isRepeated = cells[cell].isRepeated
            found.append(.init(cell: isRepeated ? cell : cell + 1, isInside: isRepeated))
        }
        if isInside { found += TextSearch.Position(cell: cell + 1).next(byte, in: cells) }
        return found
    }
}

extension MixedSegment.Piece {
    fileprivate var literal: Bytes? { if case .literal(let bytes) = self { bytes } else { nil } }
}

extension [MixedSegment.Piece] {
    /// The literal text before the first parameter.
    fileprivate var prefix: Bytes { first?.literal ?? [] }

    /// The literal text behind the last parameter.
    fileprivate var suffix: Bytes { last?.literal ?? [] }
}
