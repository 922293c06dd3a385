/// A key and a value of a query, both decoded.
public struct QueryItem: Sendable, Hashable {
    /// The key; empty when nothing stands before the `=`.
    public let key: String

    /// The value; empty when there is no `=`.
    public let value: String
}

extension QueryItem {
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
        var query = URLQuery()
        var cursor = QueryCursor(parts.query)
        withSpan { bytes in
            while let item = cursor.next(in: bytes) { query.append(item.value(in: bytes), to: item.key(in: bytes)) }
        }
        return query
    }

    /// The decoded items of the query in their order.
    ///
    /// A `+` is a space here. The value is made anew each time.
    public var queryItems: [QueryItem] {
        var items: [QueryItem] = []
        var cursor = QueryCursor(parts.query)
        withSpan { bytes in
            while let item = cursor.next(in: bytes) {
                items.append(QueryItem(key: item.key(in: bytes), value: item.value(in: bytes)))
            }
        }
        return items
    }

    /// The decoded value of the first item with this key, or `nil` when there is none.
    ///
    /// Keys compare by their decoded bytes. Linear in the query; nothing but the value is made.
    @inline(never)
    public func firstQueryValue(of key: String) -> String? {
        withFirstQueryValue(of: key) { String($0, from: 0, to: $0.count) }
    }

    /// Calls the body with the decoded value of the first item with this key, if there is one.
    ///
    /// The bytes are those in place when nothing there is encoded.
    @inline(__always)
    func withFirstQueryValue<Result>(of key: String, _ body: (Span<UInt8>) -> Result) -> Result? {
        guard let range = firstQueryItem(of: key) else { return nil }
        return withSpan { PercentCoding.withDecoded($0, range, plusIsSpace: true, body) }
    }

    /// Where the value of the first item with this key stands.
    @inline(never)
    private func firstQueryItem(of key: String) -> Range<Int>? {
        guard let query = parts.query else { return nil }
        var cursor = QueryCursor(query)
        return withSpan { bytes in
            key.withSpan { key in
                while let item = cursor.next(in: bytes) {
                    if PercentCoding.isEqual(bytes, item.key, to: key, plusIsSpace: true) { return item.value }
                }
                return nil
            }
        }
    }

    /// The items of a query as they were written, each with its decoded key; the query is a whole text or a part of it.
    static func writtenItems(of text: String, in query: Range<Int>?) -> [(key: Bytes, text: String)] {
        var items: [(key: Bytes, text: String)] = []
        var cursor = QueryCursor(query)
        text.withSpan { bytes in
            while let item = cursor.next(in: bytes) {
                let end = max(item.key.upperBound, item.value.upperBound)
                let key = PercentCoding.decoded(bytes, item.key, plusIsSpace: true)
                items.append((key, String(bytes, from: item.key.lowerBound, to: end)))
            }
        }
        return items
    }
}

/// Walks over the items of a query from left to right.
///
/// Items are separated by `&`, empty ones are passed over, and a key without `=` has an empty value.
private struct QueryCursor {
    /// Where an item's key and value stand, as they are written.
    struct Item {
        let key: Range<Int>
        let value: Range<Int>

        func key(in bytes: Span<UInt8>) -> String {
            PercentCoding.text(of: bytes, from: key.lowerBound, to: key.upperBound, plusIsSpace: true)
        }

        func value(in bytes: Span<UInt8>) -> String {
            PercentCoding.text(of: bytes, from: value.lowerBound, to: value.upperBound, plusIsSpace: true)
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
            return Item(key: start..<keyEnd, value: min(keyEnd + 1, itemEnd)..<itemEnd)
        }
        return nil
    }
}
