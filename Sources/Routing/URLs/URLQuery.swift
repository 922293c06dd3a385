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
    private var positions: [KeyBytes: Int] = [:]

    /// A key that is compared and hashed by its bytes; `Hasher` is seeded.
    private struct KeyBytes: Hashable, Sendable {
        let text: String

        static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

        func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
    }

    /// Makes an empty query.
    public init() {}

    /// The values of a key, or `nil` when the query does not have it.
    public subscript(key: String) -> [String]? { positions[KeyBytes(text: key)].map { entries[$0].value } }

    /// The values of a key, or others when the query does not have it.
    public subscript(key: String, default values: @autoclosure () -> [String]) -> [String] { self[key] ?? values() }

    /// The keys in the order in which they first appear.
    public var keys: [String] { entries.map(\.key) }

    /// The values of each key, in the order of the keys.
    public var values: [[String]] { entries.map(\.value) }

    mutating func append(_ value: String, to key: String) {
        if let position = positions[KeyBytes(text: key)] { return entries[position].value.append(value) }
        positions[KeyBytes(text: key)] = entries.count
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
    /// Whether both have the same keys and values; the order of keys plays no part.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count
            && left.entries.allSatisfy { key, values in
                right[key]?.elementsEqual(values) { $0.hasSameBytes(as: $1) } ?? false
            }
    }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
    /// Makes a query of keys and values; a key that is repeated has the values of all.
    public init(dictionaryLiteral elements: (String, [String])...) {
        for (key, values) in elements {
            for value in values { append(value, to: key) }
        }
    }
}

extension URLQuery: CustomStringConvertible {
    /// The keys and values, as a dictionary prints them.
    public var description: String {
        let entries = entries.map { "\($0.key.debugDescription): \($0.value)" }
        return "[" + (entries.isEmpty ? ":" : entries.joined(separator: ", ")) + "]"
    }
}
