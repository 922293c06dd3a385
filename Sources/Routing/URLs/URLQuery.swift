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
