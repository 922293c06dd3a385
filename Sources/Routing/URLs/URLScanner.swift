/// Finds the parts of a URL from left to right, eight bytes at a time.
struct URLScanner {
    private(set) var parts = URLParts()
    private var hasEscapes = false

    mutating func scan(_ bytes: Span<UInt8>) throws(URLTextError) {
        guard bytes.count <= URLText.maximumLength else {
            try URLTextError.fail(.tooLong, at: URLText.maximumLength)
        }
        var index = try scanScheme(bytes)
        parts.hostStart = UInt32(truncatingIfNeeded: index)
        parts.hostEnd = parts.hostStart
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "/") {
            index = try scanAuthority(bytes, from: index + 2)
        }
        parts.pathStart = UInt32(truncatingIfNeeded: index)
        index = scanPath(bytes, from: index)
        parts.pathEnd = UInt32(truncatingIfNeeded: index)
        if index < bytes.count, bytes[index] == UInt8(ascii: "?") { index = scanQuery(bytes, from: index + 1) }
        parts.queryEnd = UInt32(truncatingIfNeeded: index)
        try checkEscapes(bytes, from: index)
    }

    /// Returns where the next part begins, as do those that follow.
    private mutating func scanScheme(_ bytes: Span<UInt8>) throws(URLTextError) -> Int {
        guard bytes.count > 0, bytes[0].isLetter else { try URLTextError.fail(.noScheme, at: 0) }
        var index = bytes.firstIndex(from: 0, before: bytes.count, marks: \.marksOfNoLabel)
        while index < bytes.count, bytes[index] == UInt8(ascii: "+") {
            index = bytes.firstIndex(from: index + 1, before: bytes.count, marks: \.marksOfNoLabel)
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
            try URLTextError.fail(.noScheme, at: index)
        }
        parts.schemeEnd = UInt32(truncatingIfNeeded: index)
        return index + 1
    }

    private mutating func scanAuthority(_ bytes: Span<UInt8>, from start: Int) throws(URLTextError) -> Int {
        let end = bytes.firstIndex(from: start, before: bytes.count, marks: \.marksOfNoLabel)
        guard end == bytes.count || bytes[end].endsAuthority else {
            return try scanUnusualAuthority(bytes, from: start)
        }
        parts.hostStart = UInt32(truncatingIfNeeded: start)
        parts.hostEnd = UInt32(truncatingIfNeeded: end)
        return end
    }

    /// An authority with user info, a port or anything else that is no name of a host in ASCII.
    private mutating func scanUnusualAuthority(_ bytes: Span<UInt8>, from start: Int) throws(URLTextError) -> Int {
        var end = start
        var hostStart = start
        while end < bytes.count, !bytes[end].endsAuthority {
            if bytes[end] == UInt8(ascii: "@") { hostStart = end + 1 }
            hasEscapes = hasEscapes || bytes[end] == UInt8(ascii: "%")
            end += 1
        }
        let hostEnd = try endOfHost(bytes, from: hostStart, before: end)
        parts.hostStart = UInt32(truncatingIfNeeded: hostStart)
        parts.hostEnd = UInt32(truncatingIfNeeded: hostEnd)
        guard hostEnd < end else { return end }
        guard bytes[hostEnd] == UInt8(ascii: ":") else {
            try URLTextError.fail(.invalidAuthority, at: hostEnd)
        }
        for index in hostEnd + 1..<end where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
            try URLTextError.fail(.invalidAuthority, at: index)
        }
        return end
    }

    private func endOfHost(_ bytes: Span<UInt8>, from start: Int, before end: Int) throws(URLTextError) -> Int {
        var index = start
        guard start < end, bytes[start] == UInt8(ascii: "[") else {
            while index < end, bytes[index].isHostByte { index += 1 }
            return index
        }
        index = bytes.firstIndex(of: UInt8(ascii: "]"), from: start, before: end)
        guard index < end else { try URLTextError.fail(.invalidAuthority, at: start) }
        return index + 1
    }

    private mutating func scanPath(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while true {
            index = bytes.firstIndex(from: index, before: bytes.count) { word in
                word.marks(of: UInt8(ascii: "?")) | word.marks(of: UInt8(ascii: "#"))
                    | word.marks(of: UInt8(ascii: "%")) | word.marks(of: UInt8(ascii: "."))
            }
            guard index < bytes.count, bytes[index] != UInt8(ascii: "?"), bytes[index] != UInt8(ascii: "#") else {
                return index
            }
            hasEscapes = hasEscapes || bytes[index] == UInt8(ascii: "%")
            if index == start || bytes[index - 1] == UInt8(ascii: "/") {
                parts.hasDotSegments = parts.hasDotSegments || isDotSegment(bytes, from: index)
            }
            index += 1
        }
    }

    private func isDotSegment(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        let end = bytes.firstIndex(from: start, before: bytes.count) { word in
            word.marks(of: UInt8(ascii: "/")) | word.marks(of: UInt8(ascii: "?")) | word.marks(of: UInt8(ascii: "#"))
        }
        return DotSegments.dots(in: bytes, from: start, before: end) > 0
    }

    private mutating func scanQuery(_ bytes: Span<UInt8>, from start: Int) -> Int {
        guard !hasEscapes else { return bytes.firstIndex(of: UInt8(ascii: "#"), from: start, before: bytes.count) }
        let index = bytes.firstIndex(from: start, before: bytes.count) { word in
            word.marks(of: UInt8(ascii: "#")) | word.marks(of: UInt8(ascii: "%"))
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: "%") else { return index }
        hasEscapes = true
        return bytes.firstIndex(of: UInt8(ascii: "#"), from: index, before: bytes.count)
    }

    /// In user info escapes may be anything, since it is never looked at.
    private func checkEscapes(_ bytes: Span<UInt8>, from fragmentStart: Int) throws(URLTextError) {
        let start = hasEscapes ? Int(parts.hostStart) : fragmentStart
        if let invalid = PercentCoding.firstInvalid(in: bytes, from: start, to: bytes.count) {
            try URLTextError.fail(.invalidEncoding, at: invalid)
        }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }

    fileprivate var endsAuthority: Bool {
        self == UInt8(ascii: "/") || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
    }

    /// Whether a host may have this byte; a colon, brackets, spaces and controls are none.
    fileprivate var isHostByte: Bool {
        switch self {
        case 0...0x20, 0x7F, UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"),
            UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
            UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
            false
        default: true
        }
    }
}

/// Where the parts of a URL stand, in UTF-8 bytes from its beginning.
///
/// What separates the parts tells which of them there are, so that no offset needs to be optional.
struct URLParts: Sendable, BitwiseCopyable {
    /// Where the colon stands behind the scheme.
    var schemeEnd: UInt32 = 0

    /// Where the host begins, without user info; right behind the colon when there is no authority.
    var hostStart: UInt32 = 0
    var hostEnd: UInt32 = 0
    var pathStart: UInt32 = 0
    var pathEnd: UInt32 = 0

    /// Where the query ends, which begins with the question mark at the end of the path; that end when there is none.
    var queryEnd: UInt32 = 0
    var hasDotSegments = false

    var scheme: Range<Int> { 0..<Int(schemeEnd) }

    var host: Range<Int>? { hostStart > schemeEnd + 1 ? Int(hostStart)..<Int(hostEnd) : nil }

    var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }

    /// The query without its question mark.
    var query: Range<Int>? { queryEnd > pathEnd ? Int(pathEnd) + 1..<Int(queryEnd) : nil }

    /// The fragment without its number sign, in a text of so many bytes.
    func fragment(in count: Int) -> Range<Int>? { Int(queryEnd) < count ? Int(queryEnd) + 1..<count : nil }
}

extension URLTextError {
    /// Throws; not inlined, since each throwing takes much code.
    @inline(never)
    fileprivate static func fail(_ reason: Reason, at offset: Int) throws(URLTextError) -> Never {
        throw URLTextError(reason: reason, offset: offset)
    }
}
