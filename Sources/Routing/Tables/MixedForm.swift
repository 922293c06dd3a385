/// A mixed segment of a tree, which may have to compare its literal text case-insensitively.
struct MixedForm: Sendable {
    let segment: MixedSegment

    /// How much literal text there is.
    let literalCount: Int

    /// The segment in small letters and without types, since only literal text is compared without its case.
    private let folded: MixedSegment?

    init(_ segment: MixedSegment, isIgnoringCase: Bool, isHost: Bool) {
        self.segment = segment
        literalCount = segment.literalCount
        folded = isIgnoringCase || isHost ? segment.foldedWithoutTypes : nil
    }

    /// Whether a decoded segment matches.
    func matches(_ plain: Span<UInt8>) -> Bool { segment.matches(plain) }

    /// Where in a decoded segment the values of the parameters stand.
    func ranges(in plain: Span<UInt8>) -> [Range<Int>]? { segment.ranges(in: plain) }

    /// The same for literal text that is compared in small letters.
    func ranges(in plain: Span<UInt8>, folded text: Span<UInt8>) -> [Range<Int>]? {
        guard let folded, let ranges = folded.ranges(in: text) else { return nil }
        for (parameter, range) in zip(segment.parameters, ranges) {
            guard parameter.type?.accepts(plain.extracting(range)) ?? true else { return nil }
        }
        return ranges
    }
}

extension MixedSegment {
    fileprivate var foldedWithoutTypes: MixedSegment {
        MixedSegment(
            pieces: pieces.map { piece in
                switch piece {
                case .literal(let bytes): .literal(bytes.map(\.lowercased))
                case .parameter(let parameter): .parameter(RouteParameter(name: parameter.name, type: nil))
                }
            })
    }
}
