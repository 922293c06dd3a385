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
                PercentCoding.isEqual(text, parts.scheme, to: own.extracting(scheme), ignoringCase: true)
            else { return false }
            guard !host.isEmpty, let other = parts.host else { return true }
            return PercentCoding.isEqual(text, other, to: own.extracting(host), ignoringCase: true)
        }
    }

    let origins: [Origin]
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []

    init(_ origins: [Origin]) {
        self.origins = origins
        for origin in origins {
            let scheme = append(origin.url.scheme.utf8.map(\.lowercased))
            let host = append(origin.url.withHost { host in host.indices.map { host[$0] } })
            let slashes = origin.url.parts.host == nil ? ":" : "://"
            let plain = append(bytes[scheme] + Array(slashes.utf8) + bytes[host])
            let path = origin.url.path(hostRule: .ignore)
            let segments =
                path.start > path.range.end
                ? nil : (path.copy ?? origin.url.text).utf8.dropFirst(path.start).prefix(path.end - path.start)
            entries.append(
                Entry(
                    scheme: scheme, host: host, path: segments.map { append(Array($0)) },
                    hasAuthority: origin.url.parts.host != nil, plain: plain))
        }
    }

    private mutating func append(_ part: [UInt8]) -> Range<Int> {
        bytes += part
        return bytes.count - part.count..<bytes.count
    }

    /// The first origin that a URL begins with, and what follows it there; `nil` when there is none.
    func first(of url: URLText) -> (number: Int, path: PathText)? {
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

    /// The first origin from one on whose scheme and host are those of the URL.
    private func firstAuthority(of url: URLText, from start: Int) -> Int? {
        let parts = url.parts
        return url.text.withSpan { text in
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
