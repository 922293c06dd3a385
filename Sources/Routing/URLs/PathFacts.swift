/// What one pass over a path finds out before it is walked.
struct PathFacts {
    let hasDotSegments: Bool
    let isDecodable: Bool

    /// `nil` when the path is too long.
    init?(of bytes: Span<UInt8>) {
        guard bytes.count <= URLText.maximumLength else { return nil }
        var hasEscapes = false
        var hasDots = false
        var index = 0
        while true {
            index = bytes.firstIndex(from: index, before: bytes.count) { word in
                word.marks(of: UInt8(ascii: "%")) | word.marks(of: UInt8(ascii: "."))
            }
            guard index < bytes.count else { break }
            hasEscapes = hasEscapes || bytes[index] == UInt8(ascii: "%")
            if index == 0 || bytes[index - 1] == UInt8(ascii: "/") {
                hasDots = hasDots || DotSegments.dots(in: bytes, from: index, before: bytes.count) > 0
            }
            index += 1
        }
        hasDotSegments = hasDots
        isDecodable = !hasEscapes || PercentCoding.firstInvalid(in: bytes, from: 0, to: bytes.count) == nil
    }
}
