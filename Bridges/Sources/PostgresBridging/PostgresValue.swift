/// The value of a parameter of a statement, in the binary form of PostgreSQL.
enum PostgresValue: Sendable {
    case text(String)
    case integer(Int64)
    case texts([String?])
    case integers([Int64])
    case bytes([[UInt8]])

    /// The number of its type in the catalog of the server.
    var type: UInt32 {
        switch self {
        case .text: Self.textType
        case .integer: Self.integerType
        case .texts: 1_009
        case .integers: 1_016
        case .bytes: 1_001
        }
    }

    private static let textType: UInt32 = 25
    private static let integerType: UInt32 = 20
    private static let bytesType: UInt32 = 17

    /// Appends the value to a buffer.
    func append(to buffer: inout [UInt8]) {
        switch self {
        case .text(let text): buffer += text.utf8
        case .integer(let number): Self.append(number, to: &buffer)
        case .texts(let texts): Self.append(texts, of: Self.textType, to: &buffer) { $1 += $0.utf8 }
        case .integers(let numbers):
            Self.append(numbers, of: Self.integerType, to: &buffer) { Self.append($0, to: &$1) }
        case .bytes(let items): Self.append(items, of: Self.bytesType, to: &buffer) { $1 += $0 }
        }
    }

    private static func append(_ number: some FixedWidthInteger, to buffer: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { buffer += $0 }
    }

    /// Appends an array: the number of its dimensions, whether it has nulls, its type, its size, its first index, and its items.
    private static func append<Item>(
        _ items: [Item?], of type: UInt32, to buffer: inout [UInt8], _ appendItem: (Item, inout [UInt8]) -> Void
    ) {
        let hasNull = items.contains { $0 == nil }
        append(items.isEmpty ? 0 : 1 as Int32, to: &buffer)
        append(hasNull ? 1 : 0 as Int32, to: &buffer)
        append(type, to: &buffer)
        if items.isEmpty { return }
        append(Int32(items.count), to: &buffer)
        append(1 as Int32, to: &buffer)
        for item in items { append(item, to: &buffer, appendItem) }
    }

    /// Appends an item with its size, which is -1 for a null.
    private static func append<Item>(
        _ item: Item?, to buffer: inout [UInt8], _ appendItem: (Item, inout [UInt8]) -> Void
    ) {
        guard let item else { return append(-1 as Int32, to: &buffer) }
        let start = buffer.count
        append(0 as Int32, to: &buffer)
        appendItem(item, &buffer)
        let size = Int32(buffer.count - start - 4)
        withUnsafeBytes(of: size.bigEndian) { buffer.replaceSubrange(start..<(start + 4), with: $0) }
    }
}
