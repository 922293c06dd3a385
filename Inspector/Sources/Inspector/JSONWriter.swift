/// Writes JSON into one text, without a tree of values before.
///
/// Up to 50,000 events a second are written, which is too much for `JSONEncoder`.
struct JSONWriter {
    private(set) var text = ""
    private var needsComma = false

    /// Returns whether the text is still wanted; `nil` if it always is.
    private let isWanted: (() -> Bool)?

    /// Creates a writer.
    ///
    /// - Parameter isWanted: Returns whether the text is still wanted. Lists end as soon as it is not.
    init(while isWanted: (() -> Bool)? = nil) {
        self.isWanted = isWanted
    }

    /// Writes an object, whose members the body adds.
    mutating func object(_ body: (inout JSONWriter) -> Void) { nest("{", "}", body) }

    /// Writes a list, whose elements the body adds.
    mutating func list(_ body: (inout JSONWriter) -> Void) { nest("[", "]", body) }

    /// Writes a list of values.
    mutating func list<Value>(_ values: some Sequence<Value>, _ write: (inout JSONWriter, Value) -> Void) {
        list { json in
            for value in values {
                if let isWanted = json.isWanted, !isWanted() { return }
                write(&json, value)
            }
        }
    }

    /// Writes the name of a member, whose value follows.
    mutating func name(_ name: String) {
        string(name)
        text += ":"
        needsComma = false
    }

    /// Writes a member that is a text, unless there is none.
    mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        self.name(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: some BinaryInteger) {
        self.name(name)
        number(value)
    }

    mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        separate()
        text += value ? "true" : "false"
    }

    /// Writes a member that is a list of texts.
    mutating func member(_ name: String, _ values: [String]) {
        self.name(name)
        list(values) { $0.string($1) }
    }

    mutating func number(_ value: some BinaryInteger) {
        separate()
        text += "\(value)"
    }

    mutating func string(_ value: String) {
        separate()
        text += "\""
        var value = value
        value.withUTF8 { bytes in
            if bytes.contains(where: { $0 == 0x22 || $0 == 0x5c || $0 < 0x20 }) {
                text += Self.escaped(bytes)
            } else {
                text += String(decoding: bytes, as: UTF8.self)
            }
        }
        text += "\""
    }

    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var escaped: [UInt8] = []
        for byte in bytes {
            if byte == 0x22 || byte == 0x5c || byte < 0x20 {
                escaped += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private mutating func nest(_ start: String, _ end: String, _ body: (inout JSONWriter) -> Void) {
        separate()
        text += start
        needsComma = false
        body(&self)
        text += end
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { text += "," }
        needsComma = true
    }
}
