/// A piece of a parsed pattern.
///
/// Groups are kept flat, so that no depth of nesting can overflow a stack.
enum PatternElement: Hashable, Sendable {
    /// `/product`
    case segment(PatternSegment)

    /// `(`
    case groupStart

    /// `)`
    case groupEnd
}

extension PatternElement: CustomStringConvertible {
    /// The piece as a pattern spells it.
    var description: String {
        switch self {
        case .segment(let segment): "/\(segment)"
        case .groupStart: "("
        case .groupEnd: ")"
        }
    }
}

/// What a pattern says about one segment of a path, most specific first.
enum PatternSegment: Hashable, Sendable {
    /// `product`: this segment and no other. The bytes are decoded, and compared without any normalisation.
    case literal([UInt8])

    /// `:id`: any segment that is not empty; its value goes by the name.
    case parameter(String)

    /// `*` or `*rest`: at the end of a path any number of segments, before it exactly one that is not empty.
    case wildcard(String?)
}

extension PatternSegment: CustomStringConvertible {
    /// The segment as a pattern spells it.
    var description: String {
        switch self {
        case .literal(let bytes): PercentCoding.encoded(bytes)
        case .parameter(let name): ":\(name)"
        case .wildcard(let name): "*\(name ?? "")"
        }
    }
}
