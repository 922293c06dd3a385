/// The range of a path in a text.
///
/// One leading and one trailing slash are left out. A segment ends at a slash or at `end`; the next one begins behind
/// the slash, and there is none left when the beginning is behind `end`.
struct PathRange: Sendable {
    let start: Int
    let end: Int

    /// A Boolean value that indicates whether the first segment was a host, which compares case-insensitively and is no
    /// dot segment.
    let beginsWithHost: Bool
}

extension PathRange {
    /// A part of a text.
    init(of bytes: Span<UInt8>, from start: Int, to end: Int, beginsWithHost: Bool = false) {
        let slash = UInt8(ascii: "/")
        let first = start < end && bytes[start] == slash ? start + 1 : start
        let isEmpty = first == end
        self.init(
            start: isEmpty ? end + 1 : first, end: !isEmpty && bytes[end - 1] == slash ? end - 1 : end,
            beginsWithHost: beginsWithHost)
    }
}
