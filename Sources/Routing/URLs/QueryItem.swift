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
        hasher.combine(bytesOf: key)
        hasher.combine(bytesOf: value)
    }
}

extension URLText {
    /// The decoded items of the query: all values of a key, in their order; a key without `=` has an empty one.
    ///
    /// A `+` is a space here. The value is made anew each time; linear in the query.
    public var query: URLQuery {
        queryItems.reduce(into: URLQuery()) { $0.append($1.value, to: $1.key) }
    }

    /// The decoded items of the query in their order.
    ///
    /// A `+` is a space here. The value is made anew each time.
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
        guard let query = parts.query else { return nil }
        return withSpan { bytes in
            var cursor = QueryCursor(query)
            while let item = cursor.next(in: bytes) {
                let isFound = key.withSpan { PercentCoding.isEqual(bytes, item.key, to: $0, plusIsSpace: true) }
                if isFound { return PercentCoding.withDecoded(bytes, item.value, plusIsSpace: true, body) }
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
