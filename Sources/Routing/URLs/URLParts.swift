/// Where the parts of a URL are, in UTF-8 bytes from its beginning.
///
/// The separators say which parts there are, so no offset is optional.
struct URLParts: Sendable, BitwiseCopyable {
    /// Where the colon behind the scheme is.
    private(set) var schemeEnd: UInt32 = 0

    /// Where the host begins, without user info; right behind the colon when there is no authority.
    private var hostStart: UInt32 = 0
    private var hostEnd: UInt32 = 0
    private var pathStart: UInt32 = 0
    private var pathEnd: UInt32 = 0

    /// Where the query ends, which begins with the question mark at the end of the path; that end when there is none.
    private var queryEnd: UInt32 = 0
    private(set) var hasDotSegments = false

    /// Whether the host is `.` or `..`, also escaped.
    private(set) var hasDotHost = false

    /// Whether a browser finds another host than the text shows, or no URL.
    private(set) var isForeign = false

    var scheme: Range<Int> { 0..<Int(schemeEnd) }

    var host: Range<Int>? { hostStart > schemeEnd + 1 ? Int(hostStart)..<Int(hostEnd) : nil }

    var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }

    /// The query without its question mark.
    var query: Range<Int>? { queryEnd > pathEnd ? Int(pathEnd) + 1..<Int(queryEnd) : nil }

    /// The fragment without its number sign, in a text of so many bytes.
    func fragment(in count: Int) -> Range<Int>? { Int(queryEnd) < count ? Int(queryEnd) + 1..<count : nil }

    /// Finds the parts of a text from left to right.
    init(_ bytes: Span<UInt8>) throws(URLTextError) {
        guard bytes.count <= URLText.maximumLength else {
            throw URLTextError(reason: .tooLong, offset: URLText.maximumLength)
        }
        let colon = bytes.end(of: .inScheme, from: 0, before: bytes.count)
        guard colon > 0, bytes[0].isOne(of: .letters) else { throw URLTextError(reason: .noScheme, offset: 0) }
        guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":") else {
            throw URLTextError(reason: .noScheme, offset: colon)
        }
        schemeEnd = UInt32(colon)
        let family = SchemeFamily(bytes, before: colon)
        hostStart = schemeEnd + 1
        hostEnd = hostStart
        var index = colon + 1
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "/") {
            index = try scanAuthority(bytes, from: index + 2, family)
        } else {
            // A browser takes the first segment for the host.
            isForeign = family == .web
        }
        let unsafe =
            family == .other
            ? bytes.firstIndex(from: index, before: bytes.count) { $0.marks(below: 0x20) }
            : bytes.firstIndex(of: .unsafe, from: index, before: bytes.count)
        guard unsafe == bytes.count else { throw URLTextError(reason: .invalidCharacter, offset: unsafe) }
        pathStart = UInt32(index)
        index = bytes.firstIndex(from: index, before: bytes.count) { word in
            word.marks(of: UInt8(ascii: "?")) | word.marks(of: UInt8(ascii: "#"))
        }
        pathEnd = UInt32(index)
        hasDotSegments = DotSegments.areIn(bytes, path)
        if index < bytes.count, bytes[index] == UInt8(ascii: "?") {
            index = bytes.firstIndex(of: UInt8(ascii: "#"), from: index, before: bytes.count)
        }
        queryEnd = UInt32(index)
        // User info is never decoded, so its escapes may be anything.
        if let invalid = PercentCoding.firstInvalid(in: bytes, from: Int(hostStart), to: bytes.count) {
            throw URLTextError(reason: .invalidEncoding, offset: invalid)
        }
    }

    /// Returns where the authority ends.
    private mutating func scanAuthority(
        _ bytes: Span<UInt8>, from start: Int, _ family: SchemeFamily
    ) throws(URLTextError) -> Int {
        let end = bytes.firstIndex(from: start, before: bytes.count) { word in
            word.marks(of: UInt8(ascii: "/")) | word.marks(of: UInt8(ascii: "?")) | word.marks(of: UInt8(ascii: "#"))
        }
        var host = start
        var sign = bytes.firstIndex(of: UInt8(ascii: "@"), from: host, before: end)
        while sign < end {
            host = sign + 1
            sign = bytes.firstIndex(of: UInt8(ascii: "@"), from: host, before: end)
        }
        let unsafe = bytes.firstIndex(of: .unsafeInAuthority, from: start, before: host)
        guard unsafe == host else { throw URLTextError(reason: .invalidAuthority, offset: unsafe) }
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"), from: host, before: end)
        let isPlain = family != .file && HostName.isPlain(bytes, host..<colon)
        let hostEnd = isPlain ? colon : try Self.endOfHost(bytes, host..<end)
        try Self.checkPort(bytes, hostEnd..<end)
        self.hostStart = UInt32(host)
        self.hostEnd = UInt32(hostEnd)
        if !isPlain { try checkHost(bytes, host..<hostEnd, family) }
        // A browser refuses user info and a port without a host, and in the URL of a file.
        if start < host || hostEnd < end { isForeign = isForeign || host == hostEnd || family == .file }
        return end
    }

    private static func endOfHost(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(URLTextError) -> Int {
        guard !range.isEmpty, bytes[range.lowerBound] == UInt8(ascii: "[") else {
            return bytes.firstIndex(of: .notInHost, from: range.lowerBound, before: range.upperBound)
        }
        let bracket = bytes.firstIndex(of: UInt8(ascii: "]"), from: range.lowerBound, before: range.upperBound)
        guard bracket < range.upperBound else {
            throw URLTextError(reason: .invalidAuthority, offset: range.lowerBound)
        }
        return bracket + 1
    }

    /// Nothing, or a colon and a number up to 65535, or a colon alone.
    private static func checkPort(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(URLTextError) {
        var port = 0
        for index in range {
            let digit = bytes[index] &- UInt8(ascii: "0")
            let isColon = index == range.lowerBound && bytes[index] == UInt8(ascii: ":")
            if !isColon { port = port * 10 + Int(digit) }
            guard isColon || index > range.lowerBound && digit < 10 && port <= 65_535 else {
                throw URLTextError(reason: .invalidAuthority, offset: index)
            }
        }
    }

    /// Notes what kind of host there is.
    private mutating func checkHost(
        _ bytes: Span<UInt8>, _ host: Range<Int>, _ family: SchemeFamily
    ) throws(URLTextError) {
        guard !host.isEmpty else {
            isForeign = family == .web
            return
        }
        switch HostName(bytes, host, isWeb: family != .other) {
        // A WHATWG parser leaves that one out of the URL of a file.
        case .valid: isForeign = family == .file && Self.isLocalhost(bytes, host)
        case .dots: hasDotHost = true
        case .foreign: isForeign = true
        case .malformed(let offset): throw URLTextError(reason: .invalidAuthority, offset: offset)
        }
    }

    private static func isLocalhost(_ bytes: Span<UInt8>, _ host: Range<Int>) -> Bool {
        PercentCoding.text(of: bytes, from: host.lowerBound, to: host.upperBound).lowercased() == "localhost"
    }
}

extension ASCIISet {
    fileprivate static let inScheme = letters.union(digits).union("+-.")
}

/// What a WHATWG parser makes of a scheme.
private enum SchemeFamily {
    /// `http`, `https`, `ws`, `wss` and `ftp`: there is a host, a backslash is a slash, and slashes may be missing.
    case web

    /// `file`: as on the web, but without user info and port, and the host may be missing.
    case file

    case other

    /// The scheme of a URL, which ends before a position.
    init(_ bytes: Span<UInt8>, before end: Int) {
        guard end <= 5 else {
            self = .other
            return
        }
        var letters: UInt64 = 0
        for index in 0..<end { letters = letters << 8 | UInt64(bytes[index] | 0x20) }
        switch letters {
        // https, http, wss, ws and ftp
        case 0x68_7474_7073, 0x6874_7470, 0x77_7373, 0x7773, 0x66_7470: self = .web
        // file
        case 0x6669_6C65: self = .file
        default: self = .other
        }
    }
}
