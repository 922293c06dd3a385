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
    public var fragment: String? { parts.fragment.map { text.decoded($0) } }

    /// The fragment as it was written.
    var writtenFragment: String? { parts.fragment.map { written($0) } }

    /// A part as it was written.
    func written(_ range: Range<Int>) -> String { text.part(from: range.lowerBound, to: range.upperBound) }

    /// Calls the body with the bytes of the text.
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { text.withSpan(body) }

    /// Whether the scheme is this one, in capital or small letters.
    func hasScheme(_ name: String) -> Bool { text.decodes(parts.scheme, to: name, ignoringCase: true) }

    /// Whether a browser takes the first segment for the host if there is none.
    var needsHost: Bool { ["http", "https", "ws", "wss", "ftp"].contains { hasScheme($0) } }

    /// Whether the host has no other spelling and is no dot segment.
    var hasPlainHost: Bool { parts.hostKind == .plain }

    /// The host, decoded and in small letters, or `nil` when there are no slashes before it.
    var decodedHost: String? { parts.host.map { text.decoded($0).bytes.lowercased.span.text } }

    /// Whether a condition holds for the host, decoded and in small letters; false when there are no slashes before it.
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
            && left.entries.allSatisfy { right[$0]?.elementsEqual($1) { $0.hasSameBytes(as: $1) } == true }
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
        var query = URLQuery()
        for place in queryPlaces {
            query.append(text.decoded(place.value, plusIsSpace: true), to: text.decoded(place.key, plusIsSpace: true))
        }
        return query
    }

    /// The decoded value of the first item with this key, or `nil` when there is none.
    ///
    /// Keys compare by their decoded bytes. Linear in the query; nothing but the value is made.
    public func firstQueryValue(of key: String) -> String? {
        firstQueryPlace(of: key).map { text.decoded($0.value, plusIsSpace: true) }
    }

    /// Where the first item with this key is, or `nil` when there is none.
    func firstQueryPlace(of key: String) -> QueryPlaces.Element? {
        for place in queryPlaces where isQueryKey(place, key) { return place }
        return nil
    }

    /// Whether the decoded key of an item has these bytes.
    func isQueryKey(_ place: QueryPlaces.Element, _ key: String) -> Bool {
        text.decodes(place.key, to: key, plusIsSpace: true)
    }

    /// Where the items of the query are.
    var queryPlaces: QueryPlaces { QueryPlaces(text: text, rest: parts.query ?? 0..<0) }
}

/// Where the items of a query are: they are separated by `&`, empty ones are skipped, and a key without `=` has an empty value.
struct QueryPlaces: Sequence, IteratorProtocol {
    let text: String
    /// What is not read yet.
    var rest: Range<Int>

    mutating func next() -> (key: Range<Int>, value: Range<Int>)? {
        text.withSpan { bytes in
            while !rest.isEmpty {
                let (start, upper) = (rest.lowerBound, rest.upperBound)
                let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: start, before: upper)
                let keyEnd = bytes.firstIndex(of: UInt8(ascii: "="), from: start, before: end)
                rest = Swift.min(end + 1, upper)..<upper
                if start < end { return (start..<keyEnd, Swift.min(keyEnd + 1, end)..<end) }
            }
            return nil
        }
    }
}
