/// Percent-decoding as the model needs it.
enum JLText {
    /// The decoded text, or `nil` when it is no UTF-8.
    static func decoded(
        _ text: some StringProtocol, plus: UInt8 = UInt8(ascii: "+"), escapedPlus: UInt8 = UInt8(ascii: "+")
    ) -> String? {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value == UInt8(ascii: "+") ? escapedPlus : value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? plus : byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The path without dot segments, as RFC 3986, section 5.2.4, says.
    static func withoutDotSegments(_ path: Substring) -> Substring {
        var kept: [Substring] = []
        let segments = (path.hasPrefix("/") ? path.dropFirst() : path).split(at: "/", keepingEmpty: true)
        for (number, segment) in segments.enumerated() {
            let dots = dots(segment)
            if dots == 0 { kept.append(segment) }
            if dots == 2 { _ = kept.popLast() }
            if dots > 0, number == segments.count - 1 { kept.append("") }
        }
        return "/" + kept.joined(separator: "/")
    }

    static func hasDotSegments(_ path: Substring) -> Bool {
        path.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }
            && path.split(at: "/", keepingEmpty: true).contains { dots($0) > 0 }
    }

    private static func dots(_ segment: Substring) -> Int {
        switch decoded(segment) {
        case ".": 1
        case "..": 2
        default: 0
        }
    }
}

extension Substring {
    func split(at separator: Character, keepingEmpty: Bool) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: !keepingEmpty)
    }
}
