/// How specific a segment is, or what comes in its place, most specific first.
enum Rank: UInt8, Comparable, Sendable {
    case literal, mixed, typed, parameter, wildcard, end, tail

    /// What a segment of the rank begins with in the key of a path: a byte that is in no UTF-8, unless it is a literal.
    var mark: UInt8 { 0xF8 + rawValue }

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
}
