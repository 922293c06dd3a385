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
