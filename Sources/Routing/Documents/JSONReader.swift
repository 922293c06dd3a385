#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A reader of JSON text in UTF-8, which may come from elsewhere.
///
/// The reader passes over the text once, so it takes linear time for every text. `JSONDecoder` does not: it hashes
/// keys by their canonical form, and a value of any type is decoded by trying one type after the other.
struct JSONReader {
    /// The most bytes that a key may have once it is unescaped.
    ///
    /// Hashing a string is quadratic in the combining marks that follow each other.
    static let maximumKeyLength = 128

    /// The most bytes that a number may have.
    static let maximumNumberLength = 1_024

    private let bytes: Bytes
    private var index = 0
    private var depth = 0
    private var valueCount = 0

    /// Reads a text as one value.
    ///
    /// - Throws: The first limit that the text exceeds, or the position from which on it is not JSON.
    static func value(of json: Data) throws(RouteListError) -> MetadataValue {
        guard json.count <= RouteList.maximumLength else {
            throw RouteListError("it has more than \(RouteList.maximumLength) bytes.")
        }
        var reader = JSONReader(bytes: Bytes(json))
        guard String(validating: reader.bytes, as: UTF8.self) != nil else {
            throw RouteListError("it is not UTF-8.")
        }
        if reader.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        let value = try reader.readValue()
        reader.skipSpace()
        guard reader.index == reader.bytes.count else { throw reader.malformed }
        return value
    }

    private init(bytes: Bytes) { self.bytes = bytes }

    /// The error that the next byte cannot follow those before it.
    private var malformed: RouteListError {
        let lines = bytes[..<index].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A byte that continues a character is not a column of its own.
        let column = (lines.last ?? []).count { $0 & 0xC0 != 0x80 } + 1
        return RouteListError("it is not well-formed JSON at line \(lines.count), column \(column).")
    }

    private mutating func readValue() throws(RouteListError) -> MetadataValue {
        skipSpace()
        valueCount += 1
        guard valueCount <= RouteList.maximumValues else {
            throw RouteListError("it has more than \(RouteList.maximumValues) values.")
        }
        guard index < bytes.count else { throw malformed }
        switch bytes[index] {
        case UInt8(ascii: "{"): return .object(try readObject())
        case UInt8(ascii: "["): return .array(try readArray())
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "n"): return try read("null", as: .null)
        case UInt8(ascii: "t"): return try read("true", as: true)
        case UInt8(ascii: "f"): return try read("false", as: false)
        default: return try readNumber()
        }
    }

    private mutating func read(_ word: StaticString, as value: MetadataValue) throws(RouteListError) -> MetadataValue {
        for byte in "\(word)".utf8 {
            guard skip(byte) else { throw malformed }
        }
        return value
    }
}

/// Objects and arrays.
extension JSONReader {
    private mutating func readObject() throws(RouteListError) -> [String: MetadataValue] {
        try enter()
        var values: [String: MetadataValue] = [:]
        var isFirst = true
        while try hasElement(before: UInt8(ascii: "}"), isFirst: isFirst) {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { throw malformed }
            let key = try readString()
            guard key.utf8.count <= Self.maximumKeyLength else {
                throw RouteListError("it has a key of more than \(Self.maximumKeyLength) bytes.")
            }
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw malformed }
            values[key] = try readValue()
            isFirst = false
        }
        return values
    }

    private mutating func readArray() throws(RouteListError) -> [MetadataValue] {
        try enter()
        var values: [MetadataValue] = []
        while try hasElement(before: UInt8(ascii: "]"), isFirst: values.isEmpty) { values.append(try readValue()) }
        return values
    }

    /// Skips the opening bracket of an object or an array.
    private mutating func enter() throws(RouteListError) {
        index += 1
        depth += 1
        guard depth <= RouteList.maximumDepth else {
            throw RouteListError("it is nested deeper than \(RouteList.maximumDepth) levels.")
        }
    }

    /// Skips a comma, or the closing bracket, and returns whether an element follows.
    private mutating func hasElement(before end: UInt8, isFirst: Bool) throws(RouteListError) -> Bool {
        skipSpace()
        if skip(end) {
            depth -= 1
            return false
        }
        guard isFirst || skip(UInt8(ascii: ",")) else { throw malformed }
        skipSpace()
        return true
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count, ASCIISet.space.contains(bytes[index]) { index += 1 }
    }
}

/// Strings.
extension JSONReader {
    private mutating func readString() throws(RouteListError) -> String {
        index += 1
        let start = index
        while index < bytes.count, !ASCIISet.endOfPlainText.contains(bytes[index]) { index += 1 }
        var text = Bytes(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return text.span.text
            case UInt8(ascii: "\\"): text += try readEscape()
            case 0..<0x20:
                index -= 1
                throw malformed
            default: text.append(byte)
            }
        }
        throw malformed
    }

    /// Reads the rest of an escape, behind its backslash.
    private mutating func readEscape() throws(RouteListError) -> Bytes {
        guard index < bytes.count else { throw malformed }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return Bytes(String(Character(try readScalar())).utf8)
        default: throw malformed
        }
    }

    /// Reads the digits of a scalar: one code unit of UTF-16, or two of a surrogate pair.
    private mutating func readScalar() throws(RouteListError) -> Unicode.Scalar {
        let unit = try readCodeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else { throw malformed }
        let second = try readCodeUnit()
        guard unit < 0xDC00, (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (second - 0xDC00))
        else { throw malformed }
        return scalar
    }

    private mutating func readCodeUnit() throws(RouteListError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard index < bytes.count, let digit = bytes[index].hexadecimalValue else { throw malformed }
            unit = unit << 4 | UInt32(digit)
            index += 1
        }
        return unit
    }
}

/// Numbers.
extension JSONReader {
    private mutating func readNumber() throws(RouteListError) -> MetadataValue {
        let start = index
        _ = skip(UInt8(ascii: "-"))
        let hasLeadingZero = skip(UInt8(ascii: "0"))
        if !hasLeadingZero { try skipDigits() }
        var isWhole = true
        if skip(UInt8(ascii: ".")) {
            isWhole = false
            try skipDigits()
        }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            isWhole = false
            if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
            try skipDigits()
        }
        guard index - start <= Self.maximumNumberLength else { throw malformed }
        let text = bytes.span.extracting(start..<index).text
        if isWhole, let number = Int(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw malformed }
        return Int(exactly: number).map { .integer($0) } ?? .number(number)
    }

    private mutating func skipDigits() throws(RouteListError) {
        let start = index
        while index < bytes.count, ASCIISet.digits.contains(bytes[index]) { index += 1 }
        guard index > start else { throw malformed }
    }
}

extension ASCIISet {
    fileprivate static let space: ASCIISet = " \t\r\n"

    /// The end of a string, an escape, and the controls that no string has.
    fileprivate static let endOfPlainText = ASCIISet.controlsAndSpace.union("\"\\")
}
