/// What a pattern says about one segment of a path, most specific first.
enum PatternSegment: Hashable, Sendable {
    /// `product`: this segment and no other. The bytes are decoded, and compared without any normalisation.
    case literal([UInt8])

    /// `:file.json`: literal text and parameters.
    case mixed(MixedSegment)

    /// `:id` or `:id:Int`: any segment that is not empty and of the type; its value goes by the name.
    case parameter(RouteParameter)

    /// `*` or `*rest`: at the end of a path any number of segments, before it exactly one that is not empty.
    case wildcard(String?)
}

extension PatternSegment: CustomStringConvertible {
    /// The segment as a pattern spells it.
    var description: String {
        switch self {
        case .literal(let bytes): PatternSpelling.literal(bytes)
        case .mixed(let segment): segment.description
        case .parameter(let parameter): parameter.description
        case .wildcard(let name): "*\(name ?? "")"
        }
    }
}

extension [UInt8] {
    /// Whether a path never has the decoded segment, since it is removed.
    var isDotSegment: Bool { elementsEqual(".".utf8) || elementsEqual("..".utf8) }
}
