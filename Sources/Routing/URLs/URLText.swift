/// A parsed URL.
///
/// ```swift
/// let url = try URLText("shop://product/42?ref=mail")
/// print(url.scheme, url.host ?? "", url.path)  // shop product /42
/// ```
///
/// User info and port are ignored, but a port must consist of digits. A `%` without two hexadecimal digits is a literal
/// `%`. Behind the authority, a text is read as a browser reads it: spaces, brackets and other characters that browsers
/// encode count as encoded, and spaces at the end are ignored. Control characters anywhere, backslashes in a URL of the
/// web and escapes in a path that are not UTF-8 are errors. Such escapes in a query or a fragment decode to the
/// replacement character, U+FFFD.
///
/// The value stores the text and the offsets of its parts. A part is converted to a string and decoded at each access.
public struct URLText: Sendable {
    /// The most UTF-8 bytes that a URL may have.
    public static let maximumLength = 64 * 1024

    /// The URL as it was given.
    public let text: String

    let parts: URLParts

    /// Parses a text.
    ///
    /// Linear in the text, and constant for one that is too long.
    public init(_ text: String) throws(URLTextError) {
        // The bytes of a bridged string are copied at each access.
        var text = text
        text.makeContiguousUTF8()
        parts = try text.withSpan { bytes in
            Result { () throws(URLTextError) in try URLParts(bytes) }
        }.get()
        self.text = text
    }

    /// The scheme as written.
    public var scheme: String { written(parts.scheme) }

    /// The host as written, without user info and port, or `nil` when there are no slashes before it.
    public var host: String? { parts.host.map { written($0) } }

    /// The path as written.
    public var path: String { written(parts.path) }

    /// The decoded fragment.
    public var fragment: String? { parts.fragment.map { text.decoded($0) } }

    /// The fragment with escapes as they were written.
    var encodedFragment: String? { parts.fragment.map { encoded($0) } }

    /// A part as it was written.
    func written(_ range: Range<Int>) -> String { text.part(from: range.lowerBound, to: range.upperBound) }

    /// A part of the query or the fragment as it was written, with escapes for what browsers encode.
    func encoded(_ range: Range<Int>) -> String {
        withSpan { $0.extracting(range).encoded(except: ASCIISet.encodedByBrowsers.inverted, keepingUnicode: true) }
    }

    /// Calls the body with the bytes of the text.
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { text.withSpan(body) }

    /// Returns whether the scheme is this one, regardless of case.
    func hasScheme(_ name: String) -> Bool { text.decodes(parts.scheme, to: name, ignoringCase: true) }

    /// A Boolean value that indicates whether a browser takes the first segment for the host if there is none.
    var needsHost: Bool { ["http", "https", "ws", "wss", "ftp"].contains { hasScheme($0) } }

    /// A Boolean value that indicates whether the host has no other spelling and is not a dot segment.
    var hasPlainHost: Bool { parts.hostKind == .plain }

    /// The host, decoded and in lowercase, or `nil` when there are no slashes before it.
    var decodedHost: String? { parts.host.map { text.decoded($0).bytes.lowercased.span.text } }

    /// Returns whether a condition holds for the host, decoded and in lowercase; false when there are no slashes
    /// before it.
    func hasHost(where condition: (Span<UInt8>) -> Bool) -> Bool {
        guard let host = parts.host else { return false }
        return withSpan { bytes in
            for index in host where bytes[index] == UInt8(ascii: "%") || bytes[index] != bytes[index].lowercased {
                return condition(PercentCoding.decoded(bytes, host).lowercased.span)
            }
            return condition(bytes.extracting(host))
        }
    }
}

extension String {
    /// The reason why the text is not a URL, as the end of a sentence; `nil` if it is one.
    var errorAsURL: String? {
        do throws(URLTextError) {
            _ = try URLText(self)
            return nil
        } catch {
            return error.explanation
        }
    }

    /// A Boolean value that indicates whether a URL may begin with the text and a colon, as with its scheme.
    var isScheme: Bool { (try? URLText(self + ":"))?.parts.scheme.count == utf8.count }
}

extension URLText: CustomStringConvertible {
    /// The URL as it was given, without control characters.
    public var description: String { text.printed }
}

extension URLText: Hashable {
    /// Returns whether the texts have the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// Feeds the bytes of the text to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(text.bytes) }
}
