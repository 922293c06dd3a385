/// Where the parts of a URL are, in UTF-8 bytes from its beginning.
struct URLParts: Sendable {
    let scheme: Range<Int>

    /// The host without user info and port; `nil` when there is no authority.
    private(set) var host: Range<Int>?

    private(set) var path: Range<Int>

    /// The query without its question mark.
    private(set) var query: Range<Int>?

    /// The fragment without its number sign.
    private(set) var fragment: Range<Int>?

    /// Whether the host is `.` or `..`, also escaped.
    private(set) var hasDotHost = false

    /// Whether a browser finds another host than the text shows, or no URL.
    private(set) var isForeign = false

    /// Finds the parts of a text from left to right.
    init(_ bytes: Span<UInt8>) throws(URLTextError) {
        let end = bytes.count
        guard end <= URLText.maximumLength else {
            throw URLTextError(.tooLong, at: URLText.maximumLength)
        }
        let colon = bytes.end(of: .inScheme, from: 0, before: end)
        guard colon > 0, ASCIISet.letters.contains(bytes[0]) else { throw URLTextError(.noScheme, at: 0) }
        guard colon < end, bytes[colon] == UInt8(ascii: ":") else {
            throw URLTextError(.noScheme, at: colon)
        }
        scheme = 0..<colon
        path = colon + 1..<end
        let family = SchemeFamily(bytes.extracting(scheme))
        if colon + 2 < end, bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/") {
            path = try scanAuthority(bytes, from: colon + 3, family)..<end
        } else {
            // A browser takes the first segment for the host.
            isForeign = family == .web
        }
        let unsafe = bytes.firstIndex(of: family == .other ? .controls : .unsafe, from: path.lowerBound, before: end)
        guard unsafe == end else { throw URLTextError(.invalidCharacter, at: unsafe) }
        // User info is never decoded, so its escapes may be anything.
        if let invalid = PercentCoding.firstInvalid(in: bytes, from: (host ?? path).lowerBound, to: end) {
            throw URLTextError(.invalidEncoding, at: invalid)
        }
        let sign = bytes.firstIndex(of: UInt8(ascii: "#"), from: path.lowerBound, before: end)
        if sign < end { fragment = sign + 1..<end }
        let question = bytes.firstIndex(of: UInt8(ascii: "?"), from: path.lowerBound, before: sign)
        if question < sign { query = question + 1..<sign }
        path = path.lowerBound..<question
    }

    /// Returns where the authority ends.
    private mutating func scanAuthority(
        _ bytes: Span<UInt8>, from start: Int, _ family: SchemeFamily
    ) throws(URLTextError) -> Int {
        let end = bytes.firstIndex(of: .authorityEnd, from: start, before: bytes.count)
        var host = start
        for index in start..<end where bytes[index] == UInt8(ascii: "@") { host = index + 1 }
        let unsafe = bytes.firstIndex(of: .unsafeInAuthority, from: start, before: host)
        guard unsafe == host else { throw URLTextError(.invalidAuthority, at: unsafe) }
        let colon = bytes.firstIndex(of: UInt8(ascii: ":"), from: host, before: end)
        let isPlain = family != .file && HostName.isPlain(bytes, host..<colon)
        var hostEnd = isPlain ? colon : bytes.firstIndex(of: .notInHost, from: host, before: end)
        if host < end, bytes[host] == UInt8(ascii: "[") {
            hostEnd = bytes.firstIndex(of: UInt8(ascii: "]"), from: host, before: end) + 1
            guard hostEnd <= end else { throw URLTextError(.invalidAuthority, at: host) }
        }
        // A port is a colon and a number up to 65535, or a colon alone.
        if hostEnd < end {
            let port = bytes.extracting(hostEnd + 1..<end).text
            guard bytes[hostEnd] == UInt8(ascii: ":"), UInt16("0" + port) != nil else {
                throw URLTextError(.invalidAuthority, at: hostEnd)
            }
        }
        self.host = host..<hostEnd
        if !isPlain { try checkHost(bytes, host..<hostEnd, family) }
        // A browser refuses user info and a port without a host, and in the URL of a file.
        if start < host || hostEnd < end { isForeign = isForeign || host == hostEnd || family == .file }
        return end
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
        case .valid:
            isForeign = family == .file && PercentCoding.text(of: bytes, host).lowercased() == "localhost"
        case .dots: hasDotHost = true
        case .foreign: isForeign = true
        case .malformed(let offset): throw URLTextError(.invalidAuthority, at: offset)
        }
    }
}

extension ASCIISet {
    fileprivate static let inScheme = letters.union(digits).union("+-.")
    fileprivate static let authorityEnd: ASCIISet = "/?#"
    fileprivate static let controls = ASCIISet(0..<0x20)
}

/// What a WHATWG parser makes of a scheme.
private enum SchemeFamily {
    /// There is a host, a backslash is a slash, and slashes may be missing.
    case web

    /// `file`: as on the web, but without user info and port, and the host may be missing.
    case file

    case other

    init(_ scheme: Span<UInt8>) {
        // No longer one allocates.
        switch scheme.count < 6 ? scheme.text.lowercased() : "" {
        case "http", "https", "ws", "wss", "ftp": self = .web
        case "file": self = .file
        default: self = .other
        }
    }
}
