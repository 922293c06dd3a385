/// The rank of a segment, or of the end of a path, most specific first.
enum Rank: UInt8, Comparable, Sendable {
    case literal, mixed, typed, parameter, wildcard, end, tail

    /// The first byte of a segment of the rank in the key of a path.
    ///
    /// UTF-8 text has no such byte.
    var mark: UInt8 { 0xF8 + rawValue }

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}
