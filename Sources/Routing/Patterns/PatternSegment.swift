/// A segment of a pattern, which one segment of a path matches; the cases are in the order of their ranks.
enum PatternSegment: Equatable, Sendable, CustomStringConvertible {
    /// `product`: this segment and no other. The bytes are decoded, and compared without any normalisation.
    case literal(Bytes)

    /// `:file.json`: literal text and parameters.
    case mixed(MixedSegment)

    /// `:id` or `:id:Int`: any segment that is not empty and of the type; its value has the name.
    case parameter(RouteParameter)

    /// `*` or `*rest`: at the end of a path any number of segments, before it exactly one that is not empty.
    case wildcard(String?)

    /// The segment as a pattern spells it.
    var description: String {
        switch self {
        case .literal(let bytes): bytes.spelling
        case .mixed(let segment): segment.description
        case .parameter(let parameter): parameter.spelling()
        case .wildcard(let name): "*\(name ?? "")"
        }
    }

    /// Returns whether a decoded segment matches, perhaps with literal text in any case.
    ///
    /// A wildcard counts as one segment, as it does before the end of a path.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        var steps = 0
        return matches(decoded, ignoringCase: ignoringCase, &steps)
    }

    /// Returns whether a decoded segment matches, and adds the work to the steps.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool, _ steps: inout Int) -> Bool {
        switch self {
        case .literal(let literal): return decoded.equals(literal.span, ignoringCase: ignoringCase)
        case .mixed(let mixed): return mixed.matches(decoded, ignoringCase: ignoringCase, &steps)
        case .parameter(let parameter):
            steps &+= decoded.count
            return !decoded.isEmpty && parameter.matches(decoded)
        case .wildcard: return !decoded.isEmpty
        }
    }
}

extension Bytes {
    /// A Boolean value that indicates whether a path never has the decoded segment, since it is removed.
    var isDotSegment: Bool { !isEmpty && count <= 2 && allSatisfy { $0 == UInt8(ascii: ".") } }

    /// The text as a pattern spells it: what is reserved there is escaped, and so are controls and spaces.
    var spelling: String { span.encoded(except: .plainInPattern, keepingUnicode: true) }
}

extension ASCIISet {
    fileprivate static let plainInPattern = controlsAndSpace.union("\u{7F}%/()*:?#{}<>|[]$\\").inverted
}
