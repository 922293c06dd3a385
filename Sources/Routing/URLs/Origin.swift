/// What a URL has to begin with so that a router takes it; what follows is the path.
///
/// `"shop://"` takes the URLs of that scheme that have two slashes after it, and a host is the first segment of the path:
/// `shop://product/42` and `shop:///product/42` are `/product/42`. `"shop:"` takes those without the slashes, as
/// `shop:/product/42`. `"https://shop.example"` takes the URLs of that host and no other, and
/// `"https://shop.example/app"` those of them that begin with the segment `app`. Scheme and host compare
/// case-insensitively; user info and port of a URL never take part.
public struct Origin: Sendable, Hashable {
    let url: URLText

    /// Makes an origin from text that comes from elsewhere.
    ///
    /// It has neither user info, query nor fragment. In `http`, `https`, `ws`, `wss` and `ftp` it has a host.
    public init(_ text: String) throws(URLTextError) {
        url = try URLText(text)
        let authority = Int(url.parts.schemeEnd) + 3
        guard url.parts.host.map({ $0.lowerBound == authority }) ?? true, url.hasPlainHost else {
            throw URLTextError(reason: .notAnOrigin, offset: authority)
        }
        let behind = Int(url.parts.pathEnd)
        guard behind == text.utf8.count else { throw URLTextError(reason: .notAnOrigin, offset: behind) }
    }

    /// The URL of a path, which begins with a slash, at this origin.
    ///
    /// Without a host the first segment of the path is one, and is written so: `shop://product/42`. One that other
    /// readers of URLs may change, as they change the case of a host, is not.
    func url(of path: String) -> String {
        let place = place
        if place.hasSuffix("://"), path.beginsLikeHost { return place + path.part(from: 1) }
        // Two slashes behind the scheme would begin a host; a dot segment before them plays no part.
        return place + (place.hasSuffix(":") && path.begins(with: "//") ? "/." : "") + path
    }

    /// The text without the slash at the end of its path.
    var place: String {
        url.path.hasSuffix("/") ? url.text.part(from: 0, to: Int(url.parts.pathEnd) - 1) : url.text
    }
}

extension String {
    /// Whether a path begins with a segment that is a host as it stands.
    fileprivate var beginsLikeHost: Bool {
        var count = 0
        for byte in bytes.dropFirst() {
            if byte.isOne(of: "/?#") { break }
            // These stay as they are; but no host begins with a mark.
            guard byte.isOne(of: "abcdefghijklmnopqrstuvwxyz0123456789") || count > 0 && byte.isOne(of: "-._~")
            else { return false }
            count += 1
        }
        return count > 0
    }
}

extension Origin: ExpressibleByStringLiteral {
    /// Makes an origin from a literal, which has to be a URL.
    public init(stringLiteral text: String) {
        do {
            try self.init(text)
        } catch {
            preconditionFailure("“\(text)” is no origin. \(error)")
        }
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as it was written.
    public var description: String { url.text }
}

extension Origin: Codable {
    /// Reads an origin from one string.
    public init(from decoder: any Decoder) throws {
        try self.init(decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the origin as it was written.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(url.text)
    }
}

/// Origins, laid out so that URLs are compared with them without any allocation or reference counting.
struct OriginList: Sendable {
    /// Where an origin's parts stand: scheme and host decoded and in small letters, the path as written.
    private struct Entry {
        let scheme: Range<Int>
        /// Empty when any host will do, which then is the first segment of the path.
        let host: Range<Int>
        /// `nil` when the origin has no segment.
        let path: Range<Int>?
        let hasAuthority: Bool
        /// Scheme and host with what stands before and between them, as nearly all URLs spell them.
        let plain: Range<Int>

        /// Appends the parts of an origin to the bytes.
        init(_ url: URLText, in bytes: inout Bytes) {
            let parts = url.parts
            hasAuthority = parts.host != nil
            scheme = Self.append(url.scheme.bytes.lowercased, to: &bytes)
            _ = Self.append((hasAuthority ? "://" : ":").bytes, to: &bytes)
            let name = PercentCoding.decoded(url.text.bytes.span, parts.host ?? 0..<0)
            host = Self.append(name.lowercased, to: &bytes)
            plain = scheme.lowerBound..<bytes.count
            let place = url.path(hostRule: .ignore)
            guard place.start <= place.end else {
                path = nil
                return
            }
            path = Self.append((place.copy ?? url.text).part(from: place.start, to: place.end).bytes, to: &bytes)
        }

        private static func append(_ part: Bytes, to bytes: inout Bytes) -> Range<Int> {
            bytes += part
            return bytes.count - part.count..<bytes.count
        }

        /// Whether scheme and host are those of a URL.
        @inline(__always)
        func isAuthority(of text: Span<UInt8>, _ parts: URLParts, _ own: Span<UInt8>) -> Bool {
            let end = Int(host.isEmpty ? parts.hostStart : parts.hostEnd)
            let isPlain = text.hasSameBytes(0..<end, as: own.extracting(plain)) { $0.marks(of: UInt8(ascii: "%")) }
            return isPlain || isUnusualAuthority(of: text, parts, own)
        }

        @inline(never)
        private func isUnusualAuthority(of text: Span<UInt8>, _ parts: URLParts, _ own: Span<UInt8>) -> Bool {
            guard parts.schemeEnd == scheme.count, (parts.host != nil) == hasAuthority,
                Self.isSame(text, parts.scheme, as: own.extracting(scheme))
            else { return false }
            guard !host.isEmpty, let other = parts.host else { return true }
            return Self.isSame(text, other, as: own.extracting(host))
        }

        @inline(never)
        private static func isSame(_ text: Span<UInt8>, _ range: Range<Int>, as own: Span<UInt8>) -> Bool {
            PercentCoding.isEqual(text, range, to: own, ignoringCase: true)
        }
    }

    let origins: [Origin]
    private let entries: ContiguousArray<Entry>
    private let bytes: Bytes

    init(_ origins: [Origin]) {
        self.origins = origins
        var entries: ContiguousArray<Entry> = []
        var bytes: Bytes = []
        for origin in origins { entries.append(Entry(origin.url, in: &bytes)) }
        self.entries = entries
        self.bytes = bytes
    }

    /// The first origin that a URL begins with, and what follows it there; `nil` when there is none.
    func first(of url: URLText) -> (number: Int, path: PathText)? {
        guard url.hasPlainHost else { return nil }
        var number = 0
        while let found = firstAuthority(of: url, from: number) {
            let entry = entries[found]
            let path = url.path(hostRule: entry.host.isEmpty ? .path : .ignore)
            guard let segments = entry.path else { return (found, path) }
            if let start = remainder(of: path, of: url, behind: segments) {
                let range = PathRange(start: start, end: path.range.end, beginsWithHost: false)
                return (found, PathText(copy: path.copy, range: range))
            }
            number = found + 1
        }
        return nil
    }

    /// Whether a host is a segment of the path of a URL.
    func takesHosts(of url: URLText) -> Bool {
        firstAuthority(of: url, from: 0).map { entries[$0].host.isEmpty } ?? false
    }

    /// The first origin from one on whose scheme and host are those of the URL.
    private func firstAuthority(of url: URLText, from start: Int) -> Int? {
        let parts = url.parts
        return url.withSpan { text in
            let own = bytes.span
            let entries = entries.span
            for number in start..<entries.count where entries[number].isAuthority(of: text, parts, own) {
                return number
            }
            return nil
        }
    }

    /// Where a path goes on behind an origin's segments, or `nil` when it does not begin with them.
    private func remainder(of path: PathText, of url: URLText, behind segments: Range<Int>) -> Int? {
        path.withBytes(of: url) { written in
            let text = written.span
            let own = bytes.span
            var index = path.start
            var position = segments.lowerBound
            while position < segments.upperBound {
                guard index < path.range.end, text.isSlash(at: index) == own.isSlash(at: position),
                    PercentCoding.nextByte(of: text, at: &index, before: path.range.end)
                        == PercentCoding.nextByte(of: own, at: &position, before: segments.upperBound)
                else { return nil }
            }
            guard index < path.range.end else { return index == path.range.end ? index + 1 : nil }
            return text.isSlash(at: index) ? index + 1 : nil
        }
    }
}

extension Span<UInt8> {
    fileprivate func isSlash(at index: Int) -> Bool { self[index] == UInt8(ascii: "/") }
}
