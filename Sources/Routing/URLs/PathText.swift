/// Where in a text a path stands, segment by segment.
///
/// One leading and one trailing slash are gone. A segment ends at a slash or at `end`; the next one begins behind the
/// slash, and there is none left when the beginning lies behind `end`.
struct PathRange: Sendable {
    let start: Int
    let end: Int

    /// Whether the first segment was a host, which compares case-insensitively and is no dot segment.
    let beginsWithHost: Bool

    @inline(__always)
    init(start: Int, end: Int, beginsWithHost: Bool) {
        self.start = start
        self.end = end
        self.beginsWithHost = beginsWithHost
    }

    /// A part of a text.
    @inline(__always)
    init(of bytes: Span<UInt8>, from start: Int, to end: Int, beginsWithHost: Bool = false) {
        var start = start
        var end = end
        if start < end, bytes[start] == UInt8(ascii: "/") { start += 1 }
        if start == end {
            start += 1
        } else if bytes[end - 1] == UInt8(ascii: "/") {
            end -= 1
        }
        self.init(start: start, end: end, beginsWithHost: beginsWithHost)
    }
}

/// The path of a URL, ready to be walked segment by segment; all dot segments are gone.
struct PathText: Sendable {
    /// A copy of the path, if parts of it had to be left out; `nil` when it is looked up where it stands in the URL.
    let copy: String?
    let range: PathRange

    var start: Int { range.start }
    var end: Int { range.end }
    var beginsWithHost: Bool { range.beginsWithHost }

    /// Calls the body with the text that the path of a URL stands in.
    @inline(__always)
    func withBytes<Result>(of url: URLText, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let copy { return copy.withBytes(body) }
        return url.text.withBytes(body)
    }

    /// The decoded segments from a position on.
    func segments(of url: URLText, from position: Int) -> [String] {
        (copy ?? url.text).withSpan { bytes in
            var segments: [String] = []
            var position = position
            while position <= range.end {
                let segmentEnd = bytes.firstSlash(from: position, before: range.end)
                segments.append(PercentCoding.text(of: bytes, from: position, to: segmentEnd))
                position = segmentEnd + 1
            }
            return segments
        }
    }
}

extension PathText {
    /// A part of a URL without dot segments.
    @inline(__always)
    init(of url: URLText, _ part: Range<Int>, beginsWithHost: Bool) {
        copy = nil
        range = url.text.withSpan { bytes in
            PathRange(of: bytes, from: part.lowerBound, to: part.upperBound, beginsWithHost: beginsWithHost)
        }
    }

    /// A text of its own.
    init(_ copy: String, beginsWithHost: Bool) {
        self.copy = copy
        range = copy.withSpan { PathRange(of: $0, from: 0, to: $0.count, beginsWithHost: beginsWithHost) }
    }
}
