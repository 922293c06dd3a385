/// Reads a JSON text in UTF-8 strictly: each key stands once in its object, and nothing is nested too deep.
///
/// Foundation merges keys that stand twice without a word, and a value whose kind is not known before costs it many
/// times as much as others. Linear in the text.
struct JSONReader {
    private let bytes: Bytes
    private var index = 0
    private var depth = 0

    private init(_ bytes: Bytes) { self.bytes = bytes }

    /// The value that a whole text stands for.
    static func value(of json: Bytes) throws(RouteListError) -> MetadataValue {
        guard String(validating: json, as: UTF8.self) != nil else {
            throw RouteListError(problems: [.init(.malformedJSON)])
        }
        var reader = JSONReader(json)
        if json.span.holds([0xEF, 0xBB, 0xBF], at: 0) { reader.index = 3 }
        let value = try reader.readValue()
        guard reader.next == nil else { throw reader.malformed }
        return value
    }

    private var malformed: RouteListError { error(.malformedJSON, at: index) }

    private func error(
        _ reason: RouteListError.Problem.Reason, at offset: Int, path: String = ""
    ) -> RouteListError {
        RouteListError(problems: [.init(reason, path: path, offset: offset)])
    }

    /// The byte that comes next, or `nil` at the end.
    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The same behind all white space.
    private var next: UInt8? {
        mutating get {
            while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
            return byte
        }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func readValue() throws(RouteListError) -> MetadataValue {
        switch next {
        case UInt8(ascii: "{"): try nested { reader throws(RouteListError) in .object(try reader.readObject()) }
        case UInt8(ascii: "["): try nested { reader throws(RouteListError) in .array(try reader.readArray()) }
        case UInt8(ascii: "\""): .string(try readString())
        case UInt8(ascii: "t"): try readWord("true", .bool(true))
        case UInt8(ascii: "f"): try readWord("false", .bool(false))
        case UInt8(ascii: "n"): try readWord("null", .null)
        default: try readNumber()
        }
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(RouteListError) -> MetadataValue
    ) throws(RouteListError) -> MetadataValue {
        guard depth < RouteList.maximumDepth else { throw error(.tooDeep, at: index) }
        index += 1
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private mutating func readObject() throws(RouteListError) -> [String: MetadataValue] {
        var object: [String: MetadataValue] = [:]
        if skip("}") { return object }
        repeat {
            guard next == UInt8(ascii: "\"") else { throw malformed }
            let start = index
            let key = try readString()
            guard skip(":") else { throw malformed }
            guard object.updateValue(try readValue(), forKey: key) == nil else {
                throw error(.duplicateKey, at: start, path: key)
            }
        } while skip(",")
        guard skip("}") else { throw malformed }
        return object
    }

    private mutating func readArray() throws(RouteListError) -> [MetadataValue] {
        var array: [MetadataValue] = []
        if skip("]") { return array }
        repeat { array.append(try readValue()) } while skip(",")
        guard skip("]") else { throw malformed }
        return array
    }

    private mutating func readWord(_ word: String, _ value: MetadataValue) throws(RouteListError) -> MetadataValue {
        guard bytes.span.holds(Bytes(word.utf8), at: index) else { throw malformed }
        index += word.utf8.count
        return value
    }
}

/// Numbers; one without a fraction is an integer if an `Int` holds it, however it is written.
extension JSONReader {
    private mutating func readNumber() throws(RouteListError) -> MetadataValue {
        let start = index
        if byte == UInt8(ascii: "-") { index += 1 }
        let leading = byte
        let count = try readDigits()
        guard count == 1 || leading != UInt8(ascii: "0") else { throw error(.malformedJSON, at: start) }
        let isWhole = try !readFraction()
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { throw error(.wrongType, at: start) }
        return Int(exactly: number).map(MetadataValue.integer) ?? .number(number)
    }

    /// Reads what may follow the digits; false if there is nothing.
    private mutating func readFraction() throws(RouteListError) -> Bool {
        let start = index
        if byte == UInt8(ascii: ".") {
            index += 1
            _ = try readDigits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            index += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
            _ = try readDigits()
        }
        return index > start
    }

    private mutating func readDigits() throws(RouteListError) -> Int {
        let start = index
        while let byte, byte &- UInt8(ascii: "0") < 10 { index += 1 }
        guard index > start else { throw malformed }
        return index - start
    }
}

/// Strings and their escapes; half of a pair of surrogates is an error.
extension JSONReader {
    private mutating func readString() throws(RouteListError) -> String {
        index += 1
        let start = index
        index = bytes.span.firstIndex(from: start, before: bytes.count) { word in
            word.marks(of: UInt8(ascii: "\"")) | word.marks(of: UInt8(ascii: "\\")) | word.marksOfControls
        }
        if byte != UInt8(ascii: "\\") {
            defer { index += 1 }
            guard byte == UInt8(ascii: "\"") else { throw malformed }
            return String(bytes.span, from: start, to: index)
        }
        var text = Array(bytes[start..<index])
        while let byte, byte >= 0x20 {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += try readEscape().utf8
            default: text.append(byte)
            }
        }
        throw malformed
    }

    private mutating func readEscape() throws(RouteListError) -> String {
        guard let byte else { throw malformed }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return String(try readScalar())
        default: throw error(.malformedJSON, at: index - 1)
        }
    }

    /// Reads the digits behind `\u`, and the second half of a pair if they are the first one.
    private mutating func readScalar() throws(RouteListError) -> Unicode.Scalar {
        let start = index
        let unit = try readUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit), bytes.span.holds(Bytes("\\u".utf8), at: index) else {
            throw error(.malformedJSON, at: start)
        }
        index += 2
        let trail = try readUnit()
        guard UTF16.isTrailSurrogate(trail) else { throw error(.malformedJSON, at: start) }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func readUnit() throws(RouteListError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(UnicodeScalar(byte)).hexDigitValue else { throw malformed }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }
}

extension UInt64 {
    /// Marks the bytes that are control characters of ASCII; see `Span.firstIndex(from:before:marks:)`.
    fileprivate var marksOfControls: UInt64 {
        (self &- 0x2020_2020_2020_2020) & ~self & 0x8080_8080_8080_8080
    }
}
