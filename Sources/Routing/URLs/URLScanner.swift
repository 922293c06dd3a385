/// Finds the parts of a URL from left to right, eight bytes at a time.
struct URLScanner {
    private(set) var parts = URLParts()
    private var hasEscapes = false

    mutating func scan(_ bytes: Span<UInt8>) throws(URLTextError) {
        guard bytes.count <= URLText.maximumLength else {
            try URLTextError.fail(.tooLong, at: URLText.maximumLength)
        }
        var index = try scanScheme(bytes)
        let family = SchemeFamily(bytes, index - 1)
        parts.hostStart = UInt32(truncatingIfNeeded: index)
        parts.hostEnd = parts.hostStart
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "/") {
            index = try scanAuthority(bytes, from: index + 2, family)
        } else if family == .web {
            // A browser takes the first segment for the host.
            parts.isForeign = true
        }
        parts.pathStart = UInt32(truncatingIfNeeded: index)
        try checkCharacters(bytes, from: index, family)
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

    private mutating func scanAuthority(
        _ bytes: Span<UInt8>, from start: Int, _ family: SchemeFamily
    ) throws(URLTextError) -> Int {
        var hostStart = start
        var end = bytes.firstIndex(from: start, before: bytes.count, marks: \.marksOfNoLabel)
        var hostEnd = end
        if end < bytes.count, !bytes[end].endsAuthority {
            (hostStart, end) = try scanUserInfo(bytes, from: start)
            hostEnd = try endOfHost(bytes, from: hostStart, before: end)
            try checkPort(bytes, from: hostEnd, before: end)
        }
        try checkHost(bytes, hostStart..<hostEnd, family)
        if start < hostStart || hostEnd < end {
            parts.isForeign = parts.isForeign || hostStart == hostEnd || family == .file
        }
        parts.hostStart = UInt32(truncatingIfNeeded: hostStart)
        parts.hostEnd = UInt32(truncatingIfNeeded: hostEnd)
        return end
    }

    /// Notes what kind of host there is.
    private mutating func checkHost(
        _ bytes: Span<UInt8>, _ host: Range<Int>, _ family: SchemeFamily
    ) throws(URLTextError) {
        guard !host.isEmpty else {
            parts.isForeign = family == .web
            return
        }
        guard family == .file || !bytes.isPlainName(host) else { return }
        switch HostName(bytes, host, isWeb: family != .other) {
        case .valid: parts.isForeign = family == .file && bytes.isLocalhost(host)
        case .dots: parts.hasDotHost = true
        case .foreign: parts.isForeign = true
        case .malformed(let offset): try URLTextError.fail(.invalidAuthority, at: offset)
        }
    }

    /// Returns where the host begins, behind the last `@`, and where the authority ends.
    private mutating func scanUserInfo(
        _ bytes: Span<UInt8>, from start: Int
    ) throws(URLTextError) -> (hostStart: Int, end: Int) {
        var end = start
        var hostStart = start
        var unsafe: Int?
        while end < bytes.count, !bytes[end].endsAuthority {
            if bytes[end] == UInt8(ascii: "@") { hostStart = end + 1 }
            hasEscapes = hasEscapes || bytes[end] == UInt8(ascii: "%")
            if unsafe == nil, bytes[end].isUnsafe { unsafe = end }
            end += 1
        }
        // In a host, brackets may be right.
        if let unsafe, unsafe < hostStart { try URLTextError.fail(.invalidAuthority, at: unsafe) }
        return (hostStart, end)
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

    /// Nothing, or a colon and a number up to 65535, or a colon alone.
    private func checkPort(_ bytes: Span<UInt8>, from start: Int, before end: Int) throws(URLTextError) {
        guard start < end else { return }
        guard bytes[start] == UInt8(ascii: ":") else { try URLTextError.fail(.invalidAuthority, at: start) }
        var port = 0
        for index in start + 1..<end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            port = port * 10 + Int(digit)
            guard digit < 10, port <= 65_535 else { try URLTextError.fail(.invalidAuthority, at: index) }
        }
    }

    /// What stands behind the authority has no controls, and on the web nothing that browsers change or read differently.
    private func checkCharacters(
        _ bytes: Span<UInt8>, from start: Int, _ family: SchemeFamily
    ) throws(URLTextError) {
        let index =
            family == .other
            ? bytes.firstIndex(from: start, before: bytes.count, marks: \.marksOfControls)
            : bytes.firstIndex(from: start, before: bytes.count, marks: \.marksOfUnsafe)
        if index < bytes.count { try URLTextError.fail(.invalidCharacter, at: index) }
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
}

extension Span<UInt8> {
    /// Whether a host needs no closer look: it has letters, digits, dots and hyphens alone, ends in a name, and no label
    /// of it is encoded.
    fileprivate func isPlainName(_ host: Range<Int>) -> Bool {
        guard firstIndex(from: host.lowerBound, before: host.upperBound, marks: \.marksOfNoLabel) == host.upperBound
        else { return false }
        var label = host.upperBound
        while label > host.lowerBound, self[label - 1] != UInt8(ascii: ".") { label -= 1 }
        guard label < host.upperBound, self[label].isLetter else { return false }
        var hyphen = host.lowerBound - 1
        while true {
            let next = firstIndex(of: UInt8(ascii: "-"), from: hyphen + 1, before: host.upperBound)
            guard next < host.upperBound else { return true }
            if next == hyphen + 1, hyphen >= host.lowerBound { return false }
            hyphen = next
        }
    }

    /// Whether a host is the one that a WHATWG parser leaves out of the URL of a file.
    fileprivate func isLocalhost(_ host: Range<Int>) -> Bool {
        PercentCoding.isEqual(self, host, to: Bytes("localhost".utf8).span, ignoringCase: true)
    }
}

/// What a WHATWG parser makes of a scheme.
enum SchemeFamily {
    /// `http`, `https`, `ws`, `wss` and `ftp`: there is a host, a backslash is a slash, and slashes may be missing.
    case web

    /// `file`: as on the web, but without user info and port, and the host may be missing.
    case file

    case other

    /// The scheme of a URL, which ends before a position.
    init(_ bytes: Span<UInt8>, _ end: Int) {
        guard end <= 5 else {
            self = .other
            return
        }
        // Small letters; digits and marks have that bit already.
        let mask = (UInt64(1) &<< UInt64(8 * end)) &- 1
        switch (bytes.word(at: 0) | 0x2020_2020_2020_2020) & mask {
        case 0x70_7474_68, 0x73_7074_7468, 0x73_77, 0x73_7377, 0x70_7466: self = .web
        case 0x65_6C69_66: self = .file
        default: self = .other
        }
    }
}

extension URLTextError {
    /// Throws; not inlined, since each throwing takes much code.
    @inline(never)
    fileprivate static func fail(_ reason: Reason, at offset: Int) throws(URLTextError) -> Never {
        throw URLTextError(reason: reason, offset: offset)
    }
}
