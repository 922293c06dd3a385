/// A literal segment below a node, cut into words of eight bytes, so that comparing it takes few steps.
///
/// The first word holds the first eight bytes, with zeros behind a shorter literal. Of a longer one follow the other
/// words, of which the last may overlap the one before, so that it never reaches behind the end.
struct LiteralKey {
    /// The node and the length.
    let key: UInt64
    let word: UInt64
    let others: [UInt64]

    init(below node: UInt32, _ literal: [UInt8]) {
        key = Self.key(below: node, length: literal.count)
        word = Self.word(of: literal, at: 0)
        others = stride(from: 8, to: literal.count, by: 8).map { start in
            Self.word(of: literal, at: min(start, literal.count - 8))
        }
    }

    var hash: UInt64 {
        others.reduce(Self.hash(of: word, key)) { Self.continued($0, with: $1) }
    }

    @inline(__always)
    static func key(below node: UInt32, length: Int) -> UInt64 {
        UInt64(node) << 32 | UInt64(truncatingIfNeeded: length)
    }

    /// The bit that stands for a length in a node's set of them; some lengths share one.
    @inline(__always)
    static func lengthBit(_ length: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: length) }

    /// The hash of a literal of up to eight bytes; its upper bits are the good ones.
    @inline(__always)
    static func hash(of word: UInt64, _ key: UInt64) -> UInt64 {
        (word &* 0xD6E8_FEB8_6659_FD93) ^ (key &* 0x9E37_79B9_7F4A_7C15)
    }

    @inline(__always)
    static func continued(_ hash: UInt64, with word: UInt64) -> UInt64 {
        ((hash ^ (hash >> 32)) ^ word) &* 0xD6E8_FEB8_6659_FD93
    }

    private static func word(of literal: [UInt8], at start: Int) -> UInt64 {
        literal[start...].prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
