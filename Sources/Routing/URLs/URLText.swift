/// A URL taken apart in one pass over its text.
///
/// ```swift
/// let url = try URLText("shop://product/42?ref=mail")
/// print(url.scheme, url.host ?? "", url.path)  // shop product /42
/// ```
///
/// User info and port are never looked at, but a port has to be digits. A `%` without two hexadecimal digits is itself.
/// It keeps the text and where its parts stand; a part becomes a string, and is decoded, when it is asked for.
public struct URLText: Sendable {
    /// The most UTF-8 bytes that a URL may have.
    public static let maximumLength = 64 * 1024

    /// The URL as it was given.
    public let text: String

    let parts: URLParts

    /// Takes a text apart.
    ///
    /// Linear in the text, and constant for one that is too long.
    public init(_ text: String) throws(URLTextError) {
        // A text that Foundation made may be no native one, and would be copied each time it is looked at.
        var text = text
        text.makeContiguousUTF8()
        let result = text.withSpan { bytes in
            Result { () throws(URLTextError) in
                var scanner = URLScanner()
                try scanner.scan(bytes)
                return scanner.parts
            }
        }
        parts = try result.get()
        self.text = text
    }

    /// The scheme as written.
    public var scheme: String { raw(parts.scheme) }

    /// The host as written, without user info and port, or `nil` when there are no slashes before it.
    public var host: String? { parts.host.map { raw($0) } }

    /// The path as written.
    public var path: String { raw(parts.path) }

    /// The decoded fragment.
    public var fragment: String? {
        parts.fragment(in: text.utf8.count).map { range in
            text.withSpan { PercentCoding.text(of: $0, from: range.lowerBound, to: range.upperBound) }
        }
    }

    private func raw(_ range: Range<Int>) -> String {
        text.withSpan { String($0, from: range.lowerBound, to: range.upperBound) }
    }
}

extension URLText: Hashable {
    /// Whether the texts have the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Feeds the bytes of the text to the hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}
