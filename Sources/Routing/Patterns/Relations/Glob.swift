/// Text with gaps, each of which takes any text that is not empty.
struct Glob {
    let tokens: [Token]

    enum Token: Equatable {
        case byte(UInt8)

        /// The first byte of a gap.
        case one

        /// The other bytes of a gap, as many as there are.
        case more
    }

    init(_ pieces: [MixedSegment.Piece]) {
        tokens = pieces.flatMap { piece -> [Token] in
            if case .literal(let bytes) = piece { bytes.map(Token.byte) } else { [.one, .more] }
        }
    }
}
