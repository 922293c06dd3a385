extension String {
    /// The text in quotation marks, printed so that it cannot be taken for anything else; a long one is shortened.
    ///
    /// Errors quote all text of a URL, a pattern or a file in this way.
    var quoted: String { "“" + shortened(to: 200).printed + (utf8.count > 200 ? "…”" : "”") }

    /// The text with `\u{1B}` instead of a control character, an end of a line or a mark that reverses text.
    ///
    /// A terminal or a log would obey these.
    var printed: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        var printed = ""
        for scalar in unicodeScalars {
            let code = String(scalar.value, radix: 16, uppercase: true)
            printed += scalar.isUnprintable ? "\\u{\(code)}" : String(scalar)
        }
        return printed
    }

    /// The text as it can be printed, or its beginning when it is too long for a line.
    var shortened: String { utf8.count > 200 ? shortened(to: 80).printed + "…" : printed }

    /// The text, or its beginning in so many bytes.
    func shortened(to count: Int) -> String {
        withSpan { bytes in
            var end = Swift.min(count, bytes.count)
            while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            return bytes.extracting(0..<end).text
        }
    }
}

extension Unicode.Scalar {
    /// A Boolean value that indicates whether this is a control character of C0 or C1, an end of a line or of a
    /// paragraph, or a mark of direction.
    fileprivate var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
