/// How the parts of a pattern are spelled, so that it prints itself back.
enum PatternSpelling {
    /// Literal text of a segment or a host.
    static func literal(_ bytes: [UInt8]) -> String { encoded(bytes, reserved: "%/()*:?#{}<>") }

    /// A word of a choice; two dots would be a range, and a plus is a space in a query.
    static func word(_ bytes: [UInt8]) -> String {
        encoded(bytes, reserved: "%/()*:?#{}&=|+\\[]^$").replacing("..", with: "%2E%2E")
    }

    /// The key of a query requirement.
    static func key(_ bytes: [UInt8]) -> String { encoded(bytes, reserved: "%/()*:?#{}&=+") }

    /// A byte as an escape.
    static func escape(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return (byte < 16 ? "%0" : "%") + digits
    }

    private static func encoded(_ bytes: [UInt8], reserved: String) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            if byte <= 0x20 || byte == 0x7F || reserved.utf8.contains(byte) {
                result += escape(byte).utf8
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
