/// Percent-encoding, byte by byte.
///
/// A `%` without two hexadecimal digits behind it is itself.
enum PercentCoding {
    /// The decoded byte at `index`, which moves on to the next.
    @inline(__always)
    static func nextByte(of bytes: Span<UInt8>, at index: inout Int, before end: Int) -> UInt8 {
        let byte = bytes[index]
        index += 1
        guard byte == UInt8(ascii: "%"), index + 1 < end,
            let high = bytes[index].hexadecimalValue, let low = bytes[index + 1].hexadecimalValue
        else { return byte }
        index += 2
        return high << 4 | low
    }

    /// The decoded text; bytes that are no UTF-8 come out as replacement characters.
    static func text(of bytes: Span<UInt8>, from start: Int, to end: Int, plusIsSpace: Bool = false) -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(end - start)
        var index = start
        while index < end {
            let isPlus = plusIsSpace && bytes[index] == UInt8(ascii: "+")
            let byte = nextByte(of: bytes, at: &index, before: end)
            decoded.append(isPlus ? UInt8(ascii: " ") : byte)
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// The decoded bytes.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var index = bytes.startIndex
        let whole = bytes.span
        let offset = bytes.startIndex
        while index < bytes.endIndex {
            var position = index - offset
            result.append(nextByte(of: whole, at: &position, before: whole.count))
            index = position + offset
        }
        return result
    }

    /// The text that stands for these bytes in a pattern.
    static func encoded(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in bytes {
            if byte <= 0x20 || byte == 0x7F || "%/()*:?#{}".utf8.contains(byte) {
                result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Where the first escape stands after which the decoded bytes are no UTF-8, or `nil` when all of them are.
    static func firstInvalid(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int? {
        var validator = UTF8Validator()
        var characterStart = start
        var index = start
        while index < end {
            if !validator.isInsideCharacter { characterStart = index }
            guard validator.accepts(nextByte(of: bytes, at: &index, before: end)) else { return characterStart }
        }
        return validator.isInsideCharacter ? characterStart : nil
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit.
    @inline(__always) fileprivate var hexadecimalValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// Says byte by byte whether what came so far can be UTF-8 (Unicode standard, table 3-7).
struct UTF8Validator {
    private var missing = 0
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether a character has begun that is not complete.
    var isInsideCharacter: Bool { missing > 0 }

    mutating func accepts(_ byte: UInt8) -> Bool {
        guard missing == 0 else {
            guard allowed.contains(byte) else { return false }
            allowed = 0x80...0xBF
            missing -= 1
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return false
        }
        switch byte {
        case 0xE0: allowed = 0xA0...0xBF
        case 0xED: allowed = 0x80...0x9F
        case 0xF0: allowed = 0x90...0xBF
        case 0xF4: allowed = 0x80...0x8F
        default: allowed = 0x80...0xBF
        }
        return true
    }
}

extension String {
    /// Calls the body with the UTF-8 of the text, without a copy if the text is a native one.
    @inline(__always)
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable({ body($0.span) }) { return result }
        var native = self
        return native.withUTF8 { body($0.span) }
    }
}

extension Span<UInt8> {
    /// Where the first slash stands, or `end`.
    @inline(__always)
    func firstSlash(from start: Int, before end: Int) -> Int {
        var index = start
        while index < end, self[index] != UInt8(ascii: "/") { index += 1 }
        return index
    }
}
