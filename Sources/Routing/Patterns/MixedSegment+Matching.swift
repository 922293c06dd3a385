extension MixedSegment {
    /// How much literal text there is, in Unicode scalars: more of it is more specific.
    var literalCount: Int {
        pieces.reduce(0) { count, piece in
            guard case .literal(let bytes) = piece else { return count }
            return count + bytes.count { $0 & 0xC0 != 0x80 }
        }
    }

    /// Whether a decoded segment matches.
    ///
    /// Linear in it, and without an allocation unless a type needs one.
    func matches(_ decoded: Span<UInt8>) -> Bool {
        walk(decoded) { _ in }
    }

    /// What the parameters take of a decoded segment, or `nil` if it does not match.
    func ranges(in decoded: Span<UInt8>) -> [Range<Int>]? {
        var ranges: [Range<Int>] = []
        return walk(decoded) { ranges.append($0) } ? ranges : nil
    }

    /// Goes through the segment from left to right, and hands on what each parameter takes.
    @inline(__always)
    private func walk(_ decoded: Span<UInt8>, _ take: (Range<Int>) -> Void) -> Bool {
        var position = 0
        for index in pieces.indices {
            switch pieces[index] {
            case .literal(let bytes):
                // Behind a parameter it was found already.
                guard index > 0 || decoded.holds(bytes, at: 0) else { return false }
                position += bytes.count
            case .parameter(let parameter):
                guard let end = endOfParameter(at: index, in: decoded, from: position), end > position,
                    parameter.type?.accepts(decoded.extracting(position..<end)) ?? true
                else { return false }
                take(position..<end)
                position = end
            }
        }
        return true
    }

    /// Where the literal behind a parameter stands, or the end of the text.
    @inline(__always)
    private func endOfParameter(at index: Int, in decoded: Span<UInt8>, from start: Int) -> Int? {
        guard index + 1 < pieces.count else { return decoded.count }
        guard index + 2 == pieces.count, case .literal(let last) = pieces[index + 1] else {
            return searches[index + 1].firstPosition(in: decoded, from: start + 1)
        }
        let position = decoded.count - last.count
        return decoded.holds(last, at: position) ? position : nil
    }
}
