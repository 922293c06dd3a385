/// A path inside of a text, ready to be walked segment by segment.
///
/// One leading and one trailing slash and all dot segments are gone. A segment ends at a slash or at `end`; the next one
/// begins behind the slash, and there is none left when the beginning lies behind `end`.
struct PathText: Sendable {
    let text: String
    let start: Int
    let end: Int

    /// Whether the first segment was a host, which compares case-insensitively.
    let beginsWithHost: Bool

    /// A whole text as a path, or `nil` when it is too long or its escapes do not decode to UTF-8.
    init?(_ path: String) {
        guard let facts = path.withSpan({ PathFacts(of: $0) }), facts.isDecodable else { return nil }
        self.init(path, from: 0, to: path.utf8.count, hasDotSegments: facts.hasDotSegments)
    }

    /// A part of a text as a path; it is copied only when dot segments have to be removed.
    @inline(__always)
    init(_ text: String, from start: Int, to end: Int, hasDotSegments: Bool) {
        guard hasDotSegments else {
            self.init(text, start..<end, beginsWithHost: false)
            return
        }
        let path = text.withSpan { DotSegments.removed(from: $0, start, end) }
        self.init(path, 0..<path.utf8.count, beginsWithHost: false)
    }

    /// A part of a text without dot segments.
    init(_ text: String, _ range: Range<Int>, beginsWithHost: Bool) {
        var start = range.lowerBound
        var end = range.upperBound
        text.withSpan { bytes in
            if start < end, bytes[start] == UInt8(ascii: "/") { start += 1 }
            if start == end {
                start += 1
            } else if bytes[end - 1] == UInt8(ascii: "/") {
                end -= 1
            }
        }
        self.init(text: text, start: start, end: end, beginsWithHost: beginsWithHost)
    }

    init(text: String, start: Int, end: Int, beginsWithHost: Bool) {
        self.text = text
        self.start = start
        self.end = end
        self.beginsWithHost = beginsWithHost
    }

    /// The decoded segments from a position on.
    func segments(from position: Int) -> [String] {
        text.withSpan { bytes in
            var segments: [String] = []
            var position = position
            while position <= end {
                let segmentEnd = bytes.firstSlash(from: position, before: end)
                segments.append(PercentCoding.text(of: bytes, from: position, to: segmentEnd))
                position = segmentEnd + 1
            }
            return segments
        }
    }
}
