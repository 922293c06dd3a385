/// A segment of literal text and parameters: `:file.json`, `:base...:head`.
///
/// It matches on decoded text: the last literal is anchored at the end, and each earlier parameter takes the shortest text
/// that is not empty, without retry.
struct MixedSegment: Sendable {
    /// Literals and parameters in turn; no two of a kind are neighbours.
    let pieces: [Piece]

    enum Piece: Hashable, Sendable {
        case literal([UInt8])
        case parameter(RouteParameter)
    }

    /// How each literal is searched for; empty for one that is at the beginning or the end, and for parameters.
    let searches: [LiteralSearch]

    init(pieces: [Piece]) {
        self.pieces = pieces
        searches = pieces.indices.map { index in
            guard 0 < index, index < pieces.count - 1, case .literal(let bytes) = pieces[index] else {
                return LiteralSearch([])
            }
            return LiteralSearch(bytes)
        }
    }
}

extension MixedSegment: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.pieces == right.pieces }

    func hash(into hasher: inout Hasher) { hasher.combine(pieces) }
}

extension MixedSegment: CustomStringConvertible {
    /// The segment as a pattern spells it.
    var description: String {
        var result = ""
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .parameter(let parameter): result += parameter.spelling(before: literal(at: index + 1))
            case .literal(let bytes): result += spelling(of: bytes, isFirst: index == 0)
            }
        }
        return result
    }

    private func literal(at index: Int) -> [UInt8] {
        guard index < pieces.count, case .literal(let bytes) = pieces[index] else { return [] }
        return bytes
    }

    /// A plus directly behind a parameter would be a modifier.
    private func spelling(of bytes: [UInt8], isFirst: Bool) -> String {
        let plus = UInt8(ascii: "+")
        guard !isFirst, bytes.first == plus else { return PatternSpelling.literal(bytes) }
        return PatternSpelling.escape(plus) + PatternSpelling.literal(Array(bytes.dropFirst()))
    }
}
