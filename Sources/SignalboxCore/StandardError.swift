#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// The largest number of bytes of a line, which a pipe takes from one thread without mixing it with others.
private let lineLimit = 4_096

/// Writes one line to standard error.
///
/// Control characters and line breaks are escaped, and a line of more than 4 KiB is cut off. It is written by one call, so lines of
/// several threads do not mix.
///
/// - Parameters:
///   - line: The line, without a line break at its end.
///   - descriptor: Another file, for tests.
package func writeToStandardError(_ line: String, descriptor: Int32 = 2) {
    writeTextToStandardError(line.asOneLine(limit: lineLimit - 1), descriptor: descriptor)
}

/// Writes a text of several lines to standard error, with a line break after it.
///
/// - Parameters:
///   - text: The text.
///   - descriptor: Another file, for tests.
package func writeTextToStandardError(_ text: String, descriptor: Int32 = 2) {
    let bytes = Array((text + "\n").utf8)
    var start = 0
    while start < bytes.count {
        let count = unsafe bytes[start...].withUnsafeBytes { rest in
            unsafe write(descriptor, rest.baseAddress, rest.count)
        }
        if count >= 0 {
            start += count
        } else if errno != EINTR {
            return
        }
    }
}

extension String {
    /// Returns the text with escaped control characters and line breaks, and cut off at a number of bytes.
    fileprivate func asOneLine(limit: Int) -> String {
        let ellipsis = "…"
        let textLimit = limit - ellipsis.utf8.count
        var line = ""
        for character in unicodeScalars {
            let text = character.breaksLine ? character.escaped(asASCII: true) : String(character)
            if line.utf8.count + text.utf8.count > textLimit { return line + ellipsis }
            line += text
        }
        return line
    }
}

extension Unicode.Scalar {
    fileprivate var breaksLine: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
