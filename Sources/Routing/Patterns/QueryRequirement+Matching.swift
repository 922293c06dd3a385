extension QueryRequirement {
    /// Whether a decoded value of the key is taken.
    func matches(_ decoded: Span<UInt8>) -> Bool {
        type?.accepts(decoded) ?? true
    }
}
