extension ParameterType {
    /// Whether a decoded text is of the type.
    ///
    /// Linear in the text. Allocates only for `Double` and for types of the user.
    func accepts(_ decoded: Span<UInt8>) -> Bool {
        switch test {
        case .int: decoded.integer(as: Int.self) != nil
        case .uint: decoded.integer(as: UInt.self) != nil
        case .double: Double(decoded.text) != nil
        case .uuid: decoded.isUUID
        case .range(let range): decoded.integer(as: Int.self).map(range.contains) ?? false
        case .choice(let words): words.contains { decoded.equals($0) }
        case .custom(let accepts): accepts(decoded.text)
        }
    }

    /// Whether a decoded text is of the type.
    func accepts(_ text: String) -> Bool {
        text.withSpan { accepts($0) }
    }
}
