/// What the host of a URL means to a router.
///
/// It is not guessed from a dot in the host.
public enum HostRule: String, Sendable, Hashable, Codable {
    /// The host is the first segment of the path: `shop://product/42` is `/product/42`.
    case path

    /// The host is ignored: `https://shop.example/product/42` is `/product/42`.
    case ignore

    /// Patterns may ask for a host: `//shop.example/product/:id`; one that does not takes any host.
    case match
}

/// How a router gets from a URL to a path.
enum Addressing: Sendable {
    case host(HostRule)
    case origins(OriginList)

    /// By origins, of which the first counts that a URL begins with.
    static func origins(_ origins: [Origin]) -> Self { .origins(OriginList(origins)) }

    /// The path to be looked up, or `nil` when the URL is not one of those that are looked up.
    ///
    /// Then it begins with none of the origins, or a browser finds another host in it, or the host would be a dot segment.
    ///
    /// Nothing is allocated, unless parts of the text have to be left out: dot segments, or a port behind a host that is
    /// a segment.
    func path(of url: URLText) -> PathText? {
        switch self {
        case .host(let rule): rule == .path && url.parts.hasDotHost ? nil : url.path(hostRule: rule)
        case .origins(let list): list.first(of: url)?.path
        }
    }

    /// Throws when the host counts as a segment and is a dot segment.
    func check(_ url: URLText) throws(URLTextError) {
        guard url.parts.hasDotHost, let host = url.parts.host else { return }
        let isSegment =
            switch self {
            case .host(let rule): rule == .path
            case .origins(let list): list.takesHosts(of: url)
            }
        if isSegment { throw URLTextError(reason: .invalidAuthority, offset: host.lowerBound) }
    }
}

/// Where in a text a path is.
///
/// One leading and one trailing slash are left out. A segment ends at a slash or at `end`; the next one begins behind the
/// slash, and there is none left when the beginning is behind `end`.
struct PathRange: Sendable {
    let start: Int
    let end: Int

    /// Whether the first segment was a host, which compares case-insensitively and is no dot segment.
    let beginsWithHost: Bool

    init(start: Int, end: Int, beginsWithHost: Bool) {
        self.start = start
        self.end = end
        self.beginsWithHost = beginsWithHost
    }

    /// A part of a text.
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

/// The path of a URL, to be read segment by segment, without dot segments.
struct PathText: Sendable {
    /// A copy of the path, if parts of it had to be left out; `nil` when the path is looked up in the text of the URL.
    let copy: String?
    let range: PathRange

    var start: Int { range.start }
    var end: Int { range.end }
    var beginsWithHost: Bool { range.beginsWithHost }

    /// Calls the body with the text that the path of a URL is in.
    func withSpan<Result>(of url: URLText, _ body: (Span<UInt8>) -> Result) -> Result {
        withSpan(of: url.text, body)
    }

    /// Calls the body with the text that the path is in: this one, unless it was copied.
    func withSpan<Result>(of text: String, _ body: (Span<UInt8>) -> Result) -> Result {
        (copy ?? text).withSpan(body)
    }

    /// The decoded segments from a position on.
    func segments(of url: URLText, from position: Int) -> [String] {
        withSpan(of: url) { bytes in
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
    /// A part of a text, behind a host that counts as its first segment.
    ///
    /// Text is copied only when parts of it have to be left out.
    init(of text: String, _ path: Range<Int>, behind host: Range<Int> = 0..<0, hasDotSegments: Bool) {
        let hasHost = !host.isEmpty
        let isWhole = !hasHost || host.upperBound == path.lowerBound
        let (copy, range) = text.withSpan { bytes -> (String?, PathRange) in
            if isWhole, !hasDotSegments {
                let start = hasHost ? host.lowerBound : path.lowerBound
                return (nil, PathRange(of: bytes, from: start, to: path.upperBound, beginsWithHost: hasHost))
            }
            var copy: Bytes = []
            for index in host { copy.append(bytes[index]) }
            DotSegments.append(bytes, path, to: &copy)
            let range = PathRange(of: copy.span, from: 0, to: copy.count, beginsWithHost: hasHost)
            return (copy.span.text, range)
        }
        self.init(copy: copy, range: range)
    }
}

extension URLText {
    /// The path that is looked up.
    func path(hostRule: HostRule) -> PathText {
        let host = hostRule == .path ? parts.host ?? 0..<0 : 0..<0
        return PathText(of: text, parts.path, behind: host, hasDotSegments: parts.hasDotSegments)
    }
}

/// The segments `.` and `..`, also where their dots are escaped, and what RFC 3986, section 5.2.4, makes of them.
enum DotSegments {
    /// Whether a path has any.
    static func areIn(_ bytes: Span<UInt8>, _ path: Range<Int>) -> Bool {
        let dot = bytes.firstIndex(from: path.lowerBound, before: path.upperBound) { word in
            word.marks(of: UInt8(ascii: ".")) | word.marks(of: UInt8(ascii: "%"))
        }
        guard dot < path.upperBound else { return false }
        var start = path.lowerBound
        while start < path.upperBound {
            let end = bytes.firstSlash(from: start, before: path.upperBound)
            if dots(in: bytes, from: start, before: end) > 0 { return true }
            start = end + 1
        }
        return false
    }

    /// The number of dots if the segment that begins here is a dot segment, else 0.
    static func dots(in bytes: Span<UInt8>, from start: Int, before end: Int) -> Int {
        var index = start
        var count = 0
        while index < end, count < 3, bytes[index] != UInt8(ascii: "/") {
            guard PercentCoding.nextByte(of: bytes, at: &index, before: end) == UInt8(ascii: ".") else { return 0 }
            count += 1
        }
        return count < 3 ? count : 0
    }

    /// Appends a path without them, beginning with a slash; nothing is removed from what was there before.
    ///
    /// Linear in the path.
    fileprivate static func append(_ bytes: Span<UInt8>, _ path: Range<Int>, to result: inout Bytes) {
        let slash = UInt8(ascii: "/")
        let root = result.count
        let end = path.upperBound
        var index = path.lowerBound < end && bytes[path.lowerBound] == slash ? path.lowerBound + 1 : path.lowerBound
        while index <= end {
            let segmentEnd = bytes.firstSlash(from: index, before: end)
            let dots = dots(in: bytes, from: index, before: segmentEnd)
            if dots == 2 { while result.count > root, result.removeLast() != slash {} }
            if dots == 0 || segmentEnd == end { result.append(slash) }
            if dots == 0 { for index in index..<segmentEnd { result.append(bytes[index]) } }
            index = segmentEnd + 1
        }
    }
}
