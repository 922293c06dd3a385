/// A segment of literal text and parameters: `:file.json`, `:base...:head`.
///
/// Decoded text is matched: the last literal is anchored at the end, and each earlier parameter takes the shortest
/// text that is not empty, without retry.
struct MixedSegment: Equatable, Sendable, CustomStringConvertible {
    /// Literals and parameters in turn; no two of a kind are neighbours.
    let pieces: [Piece]

    enum Piece: Equatable, Sendable {
        case literal(Bytes)
        case parameter(RouteParameter)
    }

    /// The segment as a pattern spells it.
    var description: String {
        pieces.indices.map { index in
            switch pieces[index] {
            case .literal(let bytes): bytes.spelling
            case .parameter(let parameter): parameter.spelling(before: literal(at: index + 1)?.first)
            }
        }.joined()
    }

    /// The length of the literal text in Unicode scalars: more of it is more specific.
    var literalCount: Int {
        pieces.indices.reduce(0) { $0 + (literal(at: $1)?.count { $0 & 0xC0 != 0x80 } ?? 0) }
    }

    private func literal(at index: Int) -> Bytes? {
        if index < pieces.count, case .literal(let bytes) = pieces[index] { bytes } else { nil }
    }
}

extension MixedSegment {
    /// Returns whether a decoded segment matches, perhaps with its literal text in any case.
    ///
    /// Linear in it, since a literal between two parameters is short; and without an allocation unless a type needs
    /// one.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        var steps = 0
        return walk(decoded, ignoringCase, &steps) { _ in }
    }

    /// Returns whether a decoded segment matches, and adds the work to the steps.
    func matches(_ decoded: Span<UInt8>, ignoringCase: Bool, _ steps: inout Int) -> Bool {
        walk(decoded, ignoringCase, &steps) { _ in }
    }

    /// Returns the ranges of the parameters in a decoded segment, or `nil` if the segment does not match.
    func ranges(in decoded: Span<UInt8>, ignoringCase: Bool = false) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        var steps = 0
        return walk(decoded, ignoringCase, &steps) { ranges.append($0) } ? ranges : nil
    }

    /// Reads the segment from left to right, and calls the closure with the range of each parameter.
    private func walk(
        _ decoded: Span<UInt8>, _ ignoringCase: Bool, _ steps: inout Int, _ take: (Range<Int>) -> Void
    ) -> Bool {
        var position = 0
        for index in pieces.indices {
            switch pieces[index] {
            case .literal(let bytes):
                guard decoded.holds(bytes.span, at: position, ignoringCase: ignoringCase) else { return false }
                position += bytes.count
            case .parameter(let parameter):
                let end = endOfParameter(at: index, from: position, in: decoded, ignoringCase, &steps)
                guard end > position else { return false }
                if parameter.type != nil { steps &+= end &- position }
                guard parameter.matches(decoded.extracting(position..<end)) else { return false }
                take(position..<end)
                position = end
            }
        }
        return true
    }

    /// Returns the end of the text of a parameter, before the next literal.
    ///
    /// The last literal is at the end of the
    /// segment.
    ///
    /// - Returns: An index that is not behind `start` when the literal is not found.
    private func endOfParameter(
        at index: Int, from start: Int, in decoded: Span<UInt8>, _ ignoringCase: Bool, _ steps: inout Int
    ) -> Int {
        guard let next = literal(at: index + 1) else { return decoded.count }
        let last = decoded.count - next.count
        guard index + 2 < pieces.count else { return last }
        var end = start + 1
        while end <= last {
            steps &+= 1
            if decoded.holds(next.span, at: end, ignoringCase: ignoringCase) { return end }
            end += 1
        }
        return start
    }
}
