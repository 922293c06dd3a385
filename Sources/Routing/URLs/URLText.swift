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
        parts.fragment.map { range in withSpan { PercentCoding.text(of: $0, range) } }
    }

    /// The fragment as it was written.
    var writtenFragment: String? { parts.fragment.map { written($0) } }

    /// A part as it was written.
    func written(_ range: Range<Int>) -> String { text.part(from: range.lowerBound, to: range.upperBound) }

    /// Calls the body with the bytes of the text.
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { text.withSpan(body) }

    /// Whether the host has no other spelling and is no dot segment.
    var hasPlainHost: Bool { parts.hostKind == .plain }

    /// Calls the body with the host, decoded and in small letters; with no bytes when there is none.
    func withHost<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        withSpan { bytes in
            PercentCoding.withDecoded(bytes, parts.host ?? 0..<0) { name in
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

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// What is wrong, as the end of a sentence.
    public var explanation: String { reason.rawValue }
}

extension URLTextError: CustomStringConvertible {
    /// The reason and the offset in one sentence.
    public var description: String { "The URL is wrong at offset \(offset): \(explanation)." }
}

/// The decoded values of a query by key.
///
/// ```swift
/// for tag in match.query["tag"] ?? [] { show(tag) }  // ?tag=brass&tag=old
/// ```
///
/// Keys are in the order in which they first appear, and the values of a key in their order; a key without `=` has an
/// empty value. Keys compare by their bytes: unlike in a dictionary of strings, canonically equivalent ones are different
/// keys, and no text of a URL makes a lookup slow.
public struct URLQuery: Sendable {
    private var entries: [Element] = []
    /// The keys compare and are hashed by their bytes; `Hasher` is seeded.
    private var positions: [Bytes: Int] = [:]

    /// The values of a key, or `nil` when the query does not have it.
    public subscript(key: String) -> [String]? { positions[key.bytes].map { entries[$0].value } }

    mutating func append(_ value: String, to key: String) {
        if let position = positions[key.bytes] { return entries[position].value.append(value) }
        positions[key.bytes] = entries.count
        entries.append((key, [value]))
    }
}

extension URLQuery: RandomAccessCollection {
    /// A key and its values.
    public typealias Element = (key: String, value: [String])

    /// The position of the first key.
    public var startIndex: Int { 0 }

    /// The number of keys.
    public var endIndex: Int { entries.count }

    /// A key and its values.
    public subscript(position: Int) -> Element { entries[position] }
}

extension URLQuery: Equatable {
    /// Whether both have the same keys and values; the order of keys is ignored.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count
            && left.entries.allSatisfy { key, values in
                right[key]?.elementsEqual(values) { $0.hasSameBytes(as: $1) } ?? false
            }
    }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
    /// Creates a query from keys and values; a repeated key has the values of all.
    public init(dictionaryLiteral elements: (String, [String])...) {
        for (key, values) in elements {
            for value in values { append(value, to: key) }
        }
    }
}

/// A key and a value of a query, both decoded; one of them is empty when nothing is there, or no `=`.
typealias QueryItem = (key: String, value: String)

extension URLText {
    /// The decoded items of the query: all values of a key, in their order; a key without `=` has an empty one.
    ///
    /// A `+` is a space. The value is computed at each access. Linear in the query.
    public var query: URLQuery {
        queryItems.reduce(into: URLQuery()) { $0.append($1.value, to: $1.key) }
    }

    /// The decoded items of the query in their order.
    var queryItems: [QueryItem] {
        var items: [QueryItem] = []
        forEachQueryItem { bytes, key, value in
            let key = PercentCoding.text(of: bytes, key, plusIsSpace: true)
            items.append((key, PercentCoding.text(of: bytes, value, plusIsSpace: true)))
            return true
        }
        return items
    }

    /// The decoded value of the first item with this key, or `nil` when there is none.
    ///
    /// Keys compare by their decoded bytes. Linear in the query; nothing but the value is made.
    public func firstQueryValue(of key: String) -> String? { withFirstQueryValue(of: key) { $0.text } }

    /// Calls the body with the decoded value of the first item with this key, if there is one.
    ///
    /// The bytes are those in place when nothing there is encoded.
    func withFirstQueryValue<Result>(of name: String, _ body: (Span<UInt8>) -> Result) -> Result? {
        var result: Result?
        forEachQueryItem { bytes, key, value in
            guard bytes.isQueryKey(key, name) else { return true }
            result = PercentCoding.withDecoded(bytes, value, plusIsSpace: true, body)
            return false
        }
        return result
    }

    /// Calls the body with the places of each item's key and value, until it returns false.
    ///
    /// Items are separated by `&`, empty ones are skipped, and a key without `=` has an empty value.
    func forEachQueryItem(_ body: (_ bytes: Span<UInt8>, _ key: Range<Int>, _ value: Range<Int>) -> Bool) {
        guard let query = parts.query else { return }
        withSpan { bytes in
            var start = query.lowerBound
            while start < query.upperBound {
                let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: start, before: query.upperBound)
                let keyEnd = bytes.firstIndex(of: UInt8(ascii: "="), from: start, before: end)
                if start < end, !body(bytes, start..<keyEnd, min(keyEnd + 1, end)..<end) { return }
                start = end + 1
            }
        }
    }
}

extension Span<UInt8> {
    /// Whether the decoded key of an item of a query has these bytes.
    func isQueryKey(_ key: Range<Int>, _ name: String) -> Bool {
        PercentCoding.withDecoded(self, key, plusIsSpace: true) { key in name.withSpan { key.equals($0) } }
    }
}
