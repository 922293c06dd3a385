/// The decoded values of a query by key.
///
/// ```swift
/// for tag in match.query["tag"] ?? [] { show(tag) }  // ?tag=brass&tag=old
/// ```
///
/// Keys are in the order in which they first appear, and the values of a key in their order; a key without `=` has an
/// empty value. Keys compare by their bytes: unlike in a dictionary of strings, canonically equivalent ones are
/// different keys, and no text of a URL makes a lookup slow.
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
    /// Returns whether both have the same keys and values; the order of keys is ignored.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count
            && left.entries.allSatisfy { right[$0]?.elementsEqual($1) { $0.hasSameBytes(as: $1) } == true }
    }
}

extension URLQuery: CustomStringConvertible {
    /// The keys in their order with their values, as a dictionary prints them.
    public var description: String {
        let items = entries.map { key, values in
            "\(key.inQuotes): [\(values.map(\.inQuotes).joined(separator: ", "))]"
        }
        return items.isEmpty ? "[:]" : "[\(items.joined(separator: ", "))]"
    }
}

extension String {
    /// The text in quotation marks of ASCII, printed so that it cannot be taken for anything else.
    fileprivate var inQuotes: String {
        let quoted = unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        return "\"\(quoted.printed)\""
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
