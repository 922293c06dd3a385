extension URLText {
    /// An item of a query as it was written, and its decoded key.
    struct RawItem {
        let key: String
        let text: String
    }

    /// The items of this URL's query.
    var rawQueryItems: [RawItem] { Self.items(of: text, in: parts.query) }

    /// The fragment as it was written.
    var rawFragment: String? {
        parts.fragment(in: text.utf8.count).map { range in
            text.withSpan { String($0, from: range.lowerBound, to: range.upperBound) }
        }
    }

    /// The items of a query, which is the whole text or a part of it.
    static func items(of text: String, in query: Range<Int>?) -> [RawItem] {
        var items: [RawItem] = []
        var cursor = QueryCursor(query)
        text.withSpan { bytes in
            while let item = cursor.next(in: bytes) {
                let key = PercentCoding.text(
                    of: bytes, from: item.key.lowerBound, to: item.key.upperBound, plusIsSpace: true)
                let text = String(bytes, from: item.key.lowerBound, to: max(item.key.upperBound, item.value.upperBound))
                items.append(RawItem(key: key, text: text))
            }
        }
        return items
    }
}
