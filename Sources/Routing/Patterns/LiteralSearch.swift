/// Finds a literal in a text without ever looking back, however often it repeats itself (Knuth, Morris and Pratt).
struct LiteralSearch: Sendable {
    private let literal: [UInt8]

    /// How much of the literal still fits when the byte behind its first so many does not.
    private let borders: [Int]

    init(_ literal: [UInt8]) {
        self.literal = literal
        var borders = [0]
        var border = 0
        for index in literal.indices.dropFirst() {
            borders.append(border)
            while border > 0, literal[index] != literal[border] { border = borders[border] }
            if literal[index] == literal[border] { border += 1 }
        }
        self.borders = borders
    }

    /// Where the literal first stands at or behind a position, or `nil`.
    func firstPosition(in text: Span<UInt8>, from start: Int) -> Int? {
        var matched = 0
        var index = start
        while index < text.count {
            while matched > 0, text[index] != literal[matched] { matched = borders[matched] }
            if text[index] == literal[matched] { matched += 1 }
            index += 1
            if matched == literal.count { return index - matched }
        }
        return nil
    }
}
