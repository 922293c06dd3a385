/// What the decoded bytes of a text are, without a copy of them.
extension Span<UInt8> {
    /// The text as a string.
    var text: String { String(self, from: 0, to: count) }

    /// A copy of some of the bytes.
    func copy(of range: Range<Int>) -> Bytes {
        extracting(range).withUnsafeBufferPointer { Bytes($0) }
    }

    /// Whether these are the bytes from a position on.
    @inline(__always)
    func holds(_ bytes: Bytes, at position: Int) -> Bool {
        guard position >= 0, bytes.count <= count - position else { return false }
        for index in bytes.indices where self[position + index] != bytes[index] { return false }
        return true
    }

    /// Whether these are the bytes from a position on, perhaps in capital or small letters.
    func holds(_ bytes: Bytes, at position: Int, ignoringCase: Bool) -> Bool {
        guard ignoringCase else { return holds(bytes, at: position) }
        guard position >= 0, bytes.count <= count - position else { return false }
        for index in bytes.indices where self[position + index].lowercased != bytes[index].lowercased { return false }
        return true
    }

    /// Whether these are the bytes and no others.
    @inline(__always)
    func equals(_ bytes: Bytes) -> Bool {
        count == bytes.count && holds(bytes, at: 0)
    }

    /// The value that `Integer(text)` has.
    func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        guard count > 0 else { return nil }
        let isNegative = self[0] == UInt8(ascii: "-")
        let start = isNegative || self[0] == UInt8(ascii: "+") ? 1 : 0
        guard start < count else { return nil }
        var value: Integer = 0
        for index in start..<count {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (shifted, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) =
                isNegative
                ? shifted.subtractingReportingOverflow(Integer(digit)) : shifted.addingReportingOverflow(Integer(digit))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }

    /// Whether the text is a UUID as it is usually written.
    var isUUID: Bool {
        guard count == 36 else { return false }
        for index in indices {
            switch index {
            case 8, 13, 18, 23: guard self[index] == UInt8(ascii: "-") else { return false }
            default: guard self[index].isHexadecimal else { return false }
            }
        }
        return true
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

extension Hasher {
    /// Feeds the bytes of a text, which two texts may differ in that `==` takes for equal.
    mutating func combine(bytesOf text: String) {
        text.withSpan { bytes in
            combine(bytes.count)
            for index in stride(from: 0, to: bytes.count, by: 8) { combine(bytes.word(at: index)) }
        }
    }
}
