/// A path and the text that it is a part of; it may have dot segments.
struct PathText: Sendable {
    let text: String
    let range: PathRange

    /// The ranges of the segments, without the dot segments.
    var segmentRanges: [Range<Int>] { text.withSpan { range.segments(in: $0) } }

    /// The decoded segments, without the dot segments.
    var segments: [String] { segmentRanges.map { text.decoded($0) } }
}

extension PathText {
    /// A part of a text.
    init(_ text: String, _ part: Range<Int>, beginsWithHost: Bool = false) {
        let range = text.withSpan {
            PathRange(of: $0, from: part.lowerBound, to: part.upperBound, beginsWithHost: beginsWithHost)
        }
        self.init(text: text, range: range)
    }
}

extension URLText {
    /// The path, perhaps behind the host as its first segment.
    ///
    /// The text is copied only when a port is between the two.
    func path(withHost: Bool) -> PathText {
        guard withHost, let host = parts.host, !host.isEmpty else { return PathText(text, parts.path) }
        if host.upperBound == parts.path.lowerBound {
            return PathText(text, host.lowerBound..<parts.path.upperBound, beginsWithHost: true)
        }
        let whole = written(host) + path
        return PathText(whole, 0..<whole.utf8.count, beginsWithHost: true)
    }
}

extension PathText {
    /// The path of a redirect target, and the index of its end.
    ///
    /// Spaces at the end of the target are ignored, as in a URL.
    static func ofTarget(_ target: String) -> (path: PathText, end: Int) {
        let end = target.withSpan { bytes in
            var end = bytes.count
            while end > 0, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
            return bytes.firstIndex(of: "?#", from: 0, before: end)
        }
        return (PathText(target, 0..<end), end)
    }
}
