/// A parsed URL.
///
/// ```swift
/// let url = try URLText("shop://product/42?ref=mail")
/// print(url.scheme, url.host ?? "", url.path)  // shop product /42
/// ```
///
/// User info and port are ignored, but a port must consist of digits. A `%` without two hexadecimal digits is a literal `%`.
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
        // A bridged text would be copied each time its bytes are read.
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
    public var fragment: String? {
        parts.fragment.map { range in
            withSpan { PercentCoding.text(of: $0, from: range.lowerBound, to: range.upperBound) }
        }
    }

    /// The fragment as it was written.
    var writtenFragment: String? { parts.fragment.map { written($0) } }

    /// A part as it was written.
    func written(_ range: Range<Int>) -> String { text.part(from: range.lowerBound, to: range.upperBound) }

    /// Calls the body with the bytes of the text.
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { text.withSpan(body) }

    /// Whether a browser finds the host that the text shows, and it is no dot segment.
    var hasPlainHost: Bool { !parts.isForeign && !parts.hasDotHost }

    /// Calls the body with the host, decoded and in small letters; with no bytes when there is none.
    func withHost<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let host = parts.host ?? 0..<0
        return withSpan { bytes in
            PercentCoding.withDecoded(bytes, host) { name in
                for index in name.indices where name[index] != name[index].lowercased {
                    return body(name.text.bytes.lowercased.span)
                }
                return body(name)
            }
        }
    }
}

extension URLText: Hashable {
    /// Whether the texts have the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// Feeds the bytes of the text to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(text.bytes) }
}

/// Why a text is not a valid URL.
public struct URLTextError: Error, Sendable, Hashable {
    /// What can be wrong with a URL, each with what its sentence ends in.
    enum Reason: String {
        case noScheme = "it does not begin with a scheme"
        case invalidAuthority = "its host or port is malformed"
        case invalidCharacter = "it has a character that has to be percent-encoded"
        case invalidEncoding = "its escapes do not decode to UTF-8"
        case notAnOrigin = "an origin has a host as browsers show it, and neither user info, query nor fragment"
        case tooLong = "it has more than 65536 bytes"
    }

    let reason: Reason

    /// Where it is wrong, in UTF-8 bytes from the beginning of the text.
    public let offset: Int

    /// What is wrong, as the end of a sentence.
    public var explanation: String { reason.rawValue }
}

extension URLTextError: CustomStringConvertible {
    /// The reason and the offset in one sentence.
    public var description: String { "The URL is wrong at offset \(offset): \(explanation)." }
}
