/// A URL taken apart in one pass over its text.
///
/// ```swift
/// let url = try URLText("shop://product/42?ref=mail")
/// print(url.scheme, url.host ?? "", url.path)  // shop product /42
/// ```
///
/// User info and port are never looked at, but a port has to be digits. A `%` without two hexadecimal digits is itself.
public struct URLText: Sendable, Hashable {
    /// The most UTF-8 bytes that a URL may have.
    public static let maximumLength = 64 * 1024

    /// The URL as it was given.
    public let text: String

    let schemeRange: Range<Int>
    let hostRange: Range<Int>?
    let pathRange: Range<Int>
    let queryRange: Range<Int>?
    let fragmentRange: Range<Int>?
    let hasDotSegments: Bool

    /// Takes a text apart.
    ///
    /// Linear in the text, and constant for one that is too long.
    public init(_ text: String) throws(URLTextError) {
        let result = text.withSpan { bytes in
            var scanner = URLScanner()
            return Result { () throws(URLTextError) in
                try scanner.scan(bytes)
                return scanner
            }
        }
        let scanner = try result.get()
        self.text = text
        schemeRange = scanner.scheme
        hostRange = scanner.host
        pathRange = scanner.path
        queryRange = scanner.query
        fragmentRange = scanner.fragment
        hasDotSegments = scanner.hasDotSegments
    }

    /// The scheme as written.
    public var scheme: String { raw(schemeRange) }

    /// The host as written, without user info and port, or `nil` when there are no slashes before it.
    public var host: String? { hostRange.map { raw($0) } }

    /// The path as written.
    public var path: String { raw(pathRange) }

    /// The decoded fragment.
    public var fragment: String? {
        fragmentRange.map { range in
            text.withSpan { PercentCoding.text(of: $0, from: range.lowerBound, to: range.upperBound) }
        }
    }

    private func raw(_ range: Range<Int>) -> String {
        let utf8 = text.utf8
        let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
        return String(text[start..<utf8.index(start, offsetBy: range.count)])
    }
}

extension URLText {
    /// The path that is looked up; text is copied only when parts of it have to be left out.
    func path(hostRule: HostRule) -> PathText {
        guard hostRule == .path, let hostRange, !hostRange.isEmpty else {
            return PathText(
                text, from: pathRange.lowerBound, to: pathRange.upperBound, hasDotSegments: hasDotSegments)
        }
        if hostRange.upperBound == pathRange.lowerBound, !hasDotSegments {
            return PathText(text, hostRange.lowerBound..<pathRange.upperBound, beginsWithHost: true)
        }
        var joined = host ?? ""
        joined += hasDotSegments ? path.withSpan { DotSegments.removed(from: $0, 0, path.utf8.count) } : path
        return PathText(joined, 0..<joined.utf8.count, beginsWithHost: true)
    }
}

extension PathText {
    /// The path without its first segments, of which it has to have that many.
    func dropping(_ count: Int) -> PathText {
        var position = start
        text.withSpan { bytes in
            for _ in 0..<count { position = bytes.firstSlash(from: position, before: end) + 1 }
        }
        return PathText(text: text, start: position, end: end, beginsWithHost: false)
    }
}

extension URLText {
    /// The decoded items of the query: all values of a key, in their order; a key without `=` has an empty one.
    ///
    /// A `+` is a space here. The value is made anew each time.
    public var query: [String: [String]] {
        guard let range = queryRange else { return [:] }
        return text.withSpan { bytes in
            var items: [String: [String]] = [:]
            var start = range.lowerBound
            while start < range.upperBound {
                let end = Self.first(UInt8(ascii: "&"), in: bytes, start, range.upperBound)
                if end > start {
                    let keyEnd = Self.first(UInt8(ascii: "="), in: bytes, start, end)
                    let key = PercentCoding.text(of: bytes, from: start, to: keyEnd, plusIsSpace: true)
                    let valueStart = min(keyEnd + 1, end)
                    let value = PercentCoding.text(of: bytes, from: valueStart, to: end, plusIsSpace: true)
                    items[key, default: []].append(value)
                }
                start = end + 1
            }
            return items
        }
    }

    private static func first(_ byte: UInt8, in bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Int {
        var index = start
        while index < end, bytes[index] != byte { index += 1 }
        return index
    }
}
