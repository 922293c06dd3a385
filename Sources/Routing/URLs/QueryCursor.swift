/// Walks over the items of a query from left to right.
///
/// Items are separated by `&`, empty ones are passed over, and a key without `=` has an empty value.
struct QueryCursor {
    /// Where an item's key and value stand, as they are written.
    struct Item {
        let key: Range<Int>
        let value: Range<Int>
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
