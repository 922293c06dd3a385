/// Arrays as PostgreSQL reads them.
enum PostgresArray {
    /// Returns an array of texts.
    static func texts(_ values: [String?]) -> String {
        let items = values.map { value in
            guard let value else { return "NULL" }
            var text = "\""
            for character in value.unicodeScalars {
                if character == "\"" || character == "\\" { text += "\\" }
                text.unicodeScalars.append(character)
            }
            return text + "\""
        }
        return "{" + items.joined(separator: ",") + "}"
    }

    /// Returns an array of numbers.
    static func numbers(_ values: [Int64]) -> String {
        "{" + values.map { "\($0)" }.joined(separator: ",") + "}"
    }

    /// Returns an array of bytes.
    static func bytes(_ values: [[UInt8]]) -> String {
        "{" + values.map { "\"\\" + hexadecimal($0) + "\"" }.joined(separator: ",") + "}"
    }

    /// Returns bytes in hexadecimal form.
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text = Array("\\x".utf8)
        text.reserveCapacity(2 + 2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes of a hexadecimal form.
    static func bytes(hexadecimal text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in text.utf8.dropFirst(2) {
            let value = digit < UInt8(ascii: "a") ? digit &- UInt8(ascii: "0") : digit &- UInt8(ascii: "a") &+ 10
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}
