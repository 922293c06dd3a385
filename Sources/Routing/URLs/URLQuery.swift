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

/// A key and a value of a query, both decoded.
public struct QueryItem: Sendable, Hashable {
    /// The key; empty when nothing is before the `=`.
    public let key: String

    /// The value; empty when there is no `=`.
    public let value: String

    /// Whether key and value have the same bytes.
    public static func == (left: Self, right: Self) -> Bool {
        left.key.hasSameBytes(as: right.key) && left.value.hasSameBytes(as: right.value)
    }

    /// Feeds the bytes of key and value to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key.bytes)
        hasher.combine(value.bytes)
    }
}

extension URLText {
    /// The decoded items of the query: all values of a key, in their order; a key without `=` has an empty one.
    ///
    /// A `+` is a space. The value is computed at each access. Linear in the query.
    public var query: URLQuery {
        queryItems.reduce(into: URLQuery()) { $0.append($1.value, to: $1.key) }
    }

    /// The decoded items of the query in their order.
    ///
    /// A `+` is a space. The value is computed at each access.
    public var queryItems: [QueryItem] {
        withSpan { bytes in
            var items: [QueryItem] = []
            var cursor = QueryCursor(parts.query)
            while let item = cursor.next(in: bytes) {
                let key = PercentCoding.withDecoded(bytes, item.key, plusIsSpace: true) { $0.text }
                let value = PercentCoding.withDecoded(bytes, item.value, plusIsSpace: true) { $0.text }
                items.append(QueryItem(key: key, value: value))
            }
            return items
        }
    }

    /// The decoded value of the first item with this key, or `nil` when there is none.
    ///
    /// Keys compare by their decoded bytes. Linear in the query; nothing but the value is made.
    public func firstQueryValue(of key: String) -> String? { withFirstQueryValue(of: key) { $0.text } }

    /// Calls the body with the decoded value of the first item with this key, if there is one.
    ///
    /// The bytes are those in place when nothing there is encoded.
    func withFirstQueryValue<Result>(of key: String, _ body: (Span<UInt8>) -> Result) -> Result? {
        guard let value = firstQueryItem(of: key)?.value else { return nil }
        return withSpan { PercentCoding.withDecoded($0, value, plusIsSpace: true, body) }
    }

    private func firstQueryItem(of key: String) -> QueryCursor.Item? {
        withSpan { bytes in
            var cursor = QueryCursor(parts.query)
            while let item = cursor.next(in: bytes) {
                if item.hasKey(key, in: bytes) { return item }
            }
            return nil
        }
    }
}

/// Goes over the items of a query from left to right.
///
/// Items are separated by `&`, empty ones are skipped, and a key without `=` has an empty value.
struct QueryCursor {
    /// Where an item's key and value are, as they are written.
    struct Item {
        let key: Range<Int>
        let value: Range<Int>

        var whole: Range<Int> { key.lowerBound..<Swift.max(key.upperBound, value.upperBound) }

        /// Whether the decoded key has these bytes.
        func hasKey(_ name: String, in bytes: Span<UInt8>) -> Bool {
            PercentCoding.withDecoded(bytes, key, plusIsSpace: true) { key in name.withSpan { key.equals($0) } }
        }
    }

    private var position: Int
    private let end: Int

    init(_ query: Range<Int>?) {
        position = query?.lowerBound ?? 0
        end = query?.upperBound ?? 0
    }

    mutating func next(in bytes: Span<UInt8>) -> Item? {
        while position < end {
            let start = position
            let itemEnd = bytes.firstIndex(of: UInt8(ascii: "&"), from: start, before: end)
            position = itemEnd + 1
            guard itemEnd > start else { continue }
            let keyEnd = bytes.firstIndex(of: UInt8(ascii: "="), from: start, before: itemEnd)
            return Item(key: start..<keyEnd, value: Swift.min(keyEnd + 1, itemEnd)..<itemEnd)
        }
        return nil
    }
}
