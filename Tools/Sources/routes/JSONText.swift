/// JSON in one line, with escapes for all characters that a terminal would interpret.
///
/// Text is written scalar by scalar, in linear time whatever it is.
enum JSONText {
    /// A string.
    static func string(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case _ where scalar.isUnprintable: json += escape(scalar)
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }

    /// A list of strings.
    static func list(_ texts: [String]) -> String {
        "[" + texts.map(string).joined(separator: ",") + "]"
    }

    /// An object of keys and values that are JSON already, sorted by the bytes of the keys.
    static func object(_ fields: [(key: String, value: String)]) -> String {
        let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "{" + sorted.map { string($0.key) + ":" + $0.value }.joined(separator: ",") + "}"
    }

    /// JSON that was written elsewhere, with escapes for the characters besides ends of lines that must not be printed.
    static func printable(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: { $0.isUnprintable && $0 != "\n" }) else { return json }
        var text = ""
        for scalar in json.unicodeScalars {
            if scalar.isUnprintable, scalar != "\n" {
                text += escape(scalar)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}

extension Unicode.Scalar {
    /// A Boolean value that indicates whether this is a control character, an end of a line or of a paragraph, or a mark of direction.
    var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
