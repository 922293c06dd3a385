extension MixedSegment {
    /// The segment without the names of its parameters.
    var shape: MixedSegment {
        MixedSegment(
            pieces: pieces.map { piece in
                if case .parameter(let parameter) = piece { .parameter(parameter.shape) } else { piece }
            })
    }

    /// Whether every segment that the other takes is taken, too; false when that cannot be told.
    func covers(_ other: MixedSegment) -> Bool {
        guard hasTypes else {
            // Any text may stand for a parameter of the other; 0xFF is in no UTF-8, so that no literal takes a part of it.
            let text = other.pieces.flatMap { piece -> [UInt8] in
                if case .literal(let bytes) = piece { bytes } else { [0xFF] }
            }
            return matches(text.span)
        }
        // With the same literals both cut a segment in the same places.
        return pieces.count == other.pieces.count
            && zip(pieces, other.pieces).allSatisfy { own, piece in
                switch (own, piece) {
                case (.literal, .literal): own == piece
                case (.parameter(let own), .parameter(let parameter)): own.type.covers(parameter.type)
                default: false
                }
            }
    }

    private var hasTypes: Bool {
        pieces.contains { piece in
            if case .parameter(let parameter) = piece { parameter.type != nil } else { false }
        }
    }
}
