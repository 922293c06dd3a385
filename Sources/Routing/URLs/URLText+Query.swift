/// A key and a value of a query, both decoded; one of them is empty when nothing is there, or no `=`.
typealias QueryItem = (key: String, value: String)

extension URLText {
    /// The decoded items of the query: all values of a key, in their order; a key without `=` has an empty one.
    ///
    /// A `+` is a space, and bytes that are not UTF-8 become replacement characters. The value is computed at each access.
    /// Linear in the query.
    public var query: URLQuery {
        var query = URLQuery()
        for item in queryItemRanges {
            query.append(text.decoded(item.value, plusIsSpace: true), to: text.decoded(item.key, plusIsSpace: true))
        }
        return query
    }

    /// The decoded value of the first item with this key, or `nil` when there is none.
    ///
    /// Keys compare by their decoded bytes. Linear in the query; nothing but the value is made.
    public func firstQueryValue(of key: String) -> String? {
        firstQueryItem(of: key).map { text.decoded($0.value, plusIsSpace: true) }
    }

    /// Returns the ranges of the first item with this key, or `nil` if there is none.
    func firstQueryItem(of key: String) -> QueryItemRanges.Element? {
        for item in queryItemRanges where isQueryKey(item, key) { return item }
        return nil
    }

    /// Returns whether the decoded key of an item has these bytes.
    func isQueryKey(_ item: QueryItemRanges.Element, _ key: String) -> Bool {
        if text.decodes(item.key, to: key, plusIsSpace: true) { return true }
        // A key that is not UTF-8 has replacement characters.
        let isPossible = key.utf8.contains(0xEF) && key.unicodeScalars.contains("\u{FFFD}")
        return isPossible && text.decoded(item.key, plusIsSpace: true).hasSameBytes(as: key)
    }

    /// The ranges of the items of the query.
    var queryItemRanges: QueryItemRanges { QueryItemRanges(text: text, rest: parts.query ?? 0..<0) }
}

/// The ranges of the items of a query, which are separated by an ampersand.
///
/// Empty items are skipped, and a key without an equals sign has an empty value.
struct QueryItemRanges: Sequence, IteratorProtocol {
    let text: String
    /// The range that is not read yet.
    var rest: Range<Int>

    mutating func next() -> (key: Range<Int>, value: Range<Int>)? {
        text.withSpan { bytes in
            while !rest.isEmpty {
                let start = rest.lowerBound
                let upper = rest.upperBound
                let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: start, before: upper)
                let keyEnd = bytes.firstIndex(of: UInt8(ascii: "="), from: start, before: end)
                rest = Swift.min(end + 1, upper)..<upper
                if start < end { return (start..<keyEnd, Swift.min(keyEnd + 1, end)..<end) }
            }
            return nil
        }
    }
}
