extension URLText {
    /// The decoded items of the query: all values of a key, in their order; a key without `=` has an empty one.
    ///
    /// A `+` is a space here. Strings that are canonically equivalent are one key, under the spelling that comes first;
    /// ``queryItems`` and ``firstQueryValue(of:)`` tell such keys apart. The value is made anew each time.
    public var query: [String: [String]] {
        var values: [String: [String]] = [:]
        visitQueryItems { key, value in values[key, default: []].append(value) }
        return values
    }

    /// The decoded items of the query in their order.
    ///
    /// A `+` is a space here. The value is made anew each time.
    public var queryItems: [QueryItem] {
        var items: [QueryItem] = []
        visitQueryItems { items.append(QueryItem(key: $0, value: $1)) }
        return items
    }

    /// The decoded value of the first item with this key, or `nil` when there is none.
    ///
    /// Keys compare by their decoded bytes. Linear in the query; nothing but the value is made.
    public func firstQueryValue(of key: String) -> String? {
        withFirstQueryValue(of: key) { String($0, from: 0, to: $0.count) }
    }

    /// Calls the body with the decoded value of the first item with this key, if there is one.
    ///
    /// The bytes are those in place when nothing there is encoded.
    func withFirstQueryValue<Result>(of key: String, _ body: (Span<UInt8>) -> Result) -> Result? {
        text.withSpan { bytes in
            guard let range = key.withSpan({ firstQueryValue(of: $0, in: bytes) }) else { return nil }
            return PercentCoding.withDecoded(bytes, range, plusIsSpace: true, body)
        }
    }

    private func firstQueryValue(of key: Span<UInt8>, in bytes: Span<UInt8>) -> Range<Int>? {
        var cursor = QueryCursor(parts.query)
        while let item = cursor.next(in: bytes) {
            if PercentCoding.isEqual(bytes, item.key, to: key, plusIsSpace: true) { return item.value }
        }
        return nil
    }

    private func visitQueryItems(_ body: (_ key: String, _ value: String) -> Void) {
        var cursor = QueryCursor(parts.query)
        text.withSpan { bytes in
            while let item = cursor.next(in: bytes) {
                body(Self.text(of: bytes, item.key), Self.text(of: bytes, item.value))
            }
        }
    }

    private static func text(of bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        PercentCoding.text(of: bytes, from: range.lowerBound, to: range.upperBound, plusIsSpace: true)
    }
}
