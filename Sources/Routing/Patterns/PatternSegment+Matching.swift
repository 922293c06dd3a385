extension PatternSegment {
    /// Whether a decoded segment is taken; a wildcard takes it as it does before the end.
    func matches(_ decoded: Span<UInt8>) -> Bool {
        switch self {
        case .literal(let literal): decoded.equals(literal)
        case .mixed(let mixed): mixed.matches(decoded)
        case .parameter(let parameter): !decoded.isEmpty && parameter.type?.accepts(decoded) ?? true
        case .wildcard: !decoded.isEmpty
        }
    }
}
