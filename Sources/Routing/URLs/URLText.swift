// The files of this folder:
//
// - `URLText`: where the parts of a URL are, and which texts are no URL. `URLQuery`: how its query is read.
// - `Addressing`: how a URL becomes the path of a router. `Origin`: how URLs begin.
// - `HostAddress`: which hosts are as browsers show them.
// - `PercentCoding`: how text is escaped. `Bytes`: how text is compared and searched. `PrintedText`: how errors quote it.

/// A parsed URL.
///
/// ```swift
/// let url = try URLText("shop://product/42?ref=mail")
/// print(url.scheme, url.host ?? "", url.path)  // shop product /42
/// ```
///
/// User info and port are ignored, but a port must consist of digits. A `%` without two hexadecimal digits is a literal
/// `%`. Behind the authority, a text is read as a browser reads it: spaces, brackets and other characters that browsers
/// encode count as encoded, and spaces at the end are ignored. Control characters anywhere, backslashes in a URL of the
/// web and escapes in a path that are not UTF-8 are errors. Such escapes in a query or a fragment decode to the
/// replacement character, U+FFFD.
///
/// The value stores the text and the offsets of its parts. A part is converted to a string and decoded at each access.
public struct URLText: Sendable {
    /// The most UTF-8 bytes that a URL may have.
    public static let maximumLength = 64 * 1024

    /// The URL as it was given.
    public let text: String

    let parts: URLParts

    /// Parses a text.
    ///
    /// Linear in the text, and constant for one that is too long.
    public init(_ text: String) throws(URLTextError) {
        // The bytes of a bridged string are copied at each access.
        var text = text
        text.makeContiguousUTF8()
        parts = try text.withSpan { bytes in
            Result { () throws(URLTextError) in try URLParts(bytes) }
        }.get()
        self.text = text
    }

    /// The scheme as written.
    public var scheme: String { written(parts.scheme) }

    /// The host as written, without user info and port, or `nil` when there are no slashes before it.
    public var host: String? { parts.host.map { written($0) } }

    /// The path as written.
    public var path: String { written(parts.path) }

    /// The decoded fragment.
    public var fragment: String? { parts.fragment.map { text.decoded($0) } }

    /// The fragment with escapes as they were written.
    var encodedFragment: String? { parts.fragment.map { encoded($0) } }

    /// A part as it was written.
    func written(_ range: Range<Int>) -> String { text.part(from: range.lowerBound, to: range.upperBound) }

    /// A part of the query or the fragment as it was written, with escapes for what browsers encode.
    func encoded(_ range: Range<Int>) -> String {
        withSpan { $0.extracting(range).encoded(except: ASCIISet.encodedByBrowsers.inverted, keepingUnicode: true) }
    }

    /// Calls the body with the bytes of the text.
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result { text.withSpan(body) }

    /// Returns whether the scheme is this one, regardless of case.
    func hasScheme(_ name: String) -> Bool { text.decodes(parts.scheme, to: name, ignoringCase: true) }

    /// A Boolean value that indicates whether a browser takes the first segment for the host if there is none.
    var needsHost: Bool { ["http", "https", "ws", "wss", "ftp"].contains { hasScheme($0) } }

    /// A Boolean value that indicates whether the host has no other spelling and is not a dot segment.
    var hasPlainHost: Bool { parts.hostKind == .plain }

    /// The host, decoded and in lowercase, or `nil` when there are no slashes before it.
    var decodedHost: String? { parts.host.map { text.decoded($0).bytes.lowercased.span.text } }

    /// Returns whether a condition holds for the host, decoded and in lowercase; false when there are no slashes
    /// before it.
    func hasHost(where condition: (Span<UInt8>) -> Bool) -> Bool {
        guard let host = parts.host else { return false }
        return withSpan { bytes in
            for index in host where bytes[index] == UInt8(ascii: "%") || bytes[index] != bytes[index].lowercased {
                return condition(PercentCoding.decoded(bytes, host).lowercased.span)
            }
            return condition(bytes.extracting(host))
        }
    }
}

extension String {
    /// The reason why the text is not a URL, as the end of a sentence; `nil` if it is one.
    var errorAsURL: String? {
        do throws(URLTextError) {
            _ = try URLText(self)
            return nil
        } catch {
            return error.explanation
        }
    }

    /// A Boolean value that indicates whether a URL may begin with the text and a colon, as with its scheme.
    var isScheme: Bool { (try? URLText(self + ":"))?.parts.scheme.count == utf8.count }
}

extension URLText: CustomStringConvertible {
    /// The URL as it was given, without control characters.
    public var description: String { text.printed }
}

extension URLText: Hashable {
    /// Returns whether the texts have the same bytes.
    public static func == (left: Self, right: Self) -> Bool { left.text.hasSameBytes(as: right.text) }

    /// Feeds the bytes of the text to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(text.bytes) }
}

/// The ranges of the parts of a URL, in UTF-8 bytes from its beginning.
struct URLParts: Sendable {
    let scheme: Range<Int>

    /// The host without user info and port; `nil` when there is no authority.
    private(set) var host: Range<Int>?

    private(set) var hostKind = HostKind.plain

    private(set) var path: Range<Int>

    /// The query without its question mark.
    private(set) var query: Range<Int>?

    /// The fragment without its number sign.
    private(set) var fragment: Range<Int>?

    /// The kinds of hosts.
    enum HostKind {
        /// A name without another spelling, or no host.
        case plain

        /// An address or an international name as browsers show it.
        ///
        /// Others may spell it differently, so it equals its own spelling only, and no parameter matches it.
        case coded

        /// A host of the web that browsers read as another host or refuse, or a missing host where they find one.
        ///
        /// No origin and no pattern matches it.
        case foreign

        /// A dot segment, `.` or `..`, perhaps escaped, which no path may have as a segment.
        case dots
    }

    /// Finds the parts of a text from left to right; linear in the text.
    init(_ bytes: Span<UInt8>) throws(URLTextError) {
        let end = bytes.count
        guard end <= URLText.maximumLength else { throw URLTextError(.tooLong, at: URLText.maximumLength) }
        var colon = bytes.firstIndex(from: 0, before: end) { $0.marksOfAllButLettersAndDots }
        while colon < end, ASCIISet.inScheme.contains(bytes[colon]) { colon += 1 }
        guard colon > 0, ASCIISet.letters.contains(bytes[0]) else { throw URLTextError(.noScheme, at: 0) }
        guard colon < end, bytes[colon] == UInt8(ascii: ":") else { throw URLTextError(.noScheme, at: colon) }
        scheme = 0..<colon
        path = colon + 1..<end
        let slash = UInt8(ascii: "/")
        if colon + 2 < end, bytes[colon + 1] == slash, bytes[colon + 2] == slash {
            path = try scanAuthority(bytes, from: colon + 3)..<end
        }
        let hasHost = host?.isEmpty == false
        if hasHost, bytes[0].lowercased == UInt8(ascii: "f"), name(in: bytes) == "file" {
            throw URLTextError(.invalidAuthority, at: colon + 3)
        }
        // Without a host, a browser takes the first segment of the path for it.
        if !hasHost, isWeb(bytes), name(in: bytes) != "file" { hostKind = .foreign }
        try scanPath(bytes)
    }

    /// Returns where the authority ends.
    private mutating func scanAuthority(_ bytes: Span<UInt8>, from start: Int) throws(URLTextError) -> Int {
        // A fast path: most hosts have letters and dots only.
        let nameEnd = bytes.firstIndex(from: start, before: bytes.count) { $0.marksOfAllButLettersAndDots }
        let isName = nameEnd == bytes.count || bytes[nameEnd] == UInt8(ascii: "/")
        if isName, bytes.dotCount(from: start, before: nameEnd) == 0 {
            host = start..<nameEnd
            return nameEnd
        }
        let end = bytes.firstIndex(from: start, before: bytes.count) { word in
            word.marks(of: UInt8(ascii: "/")) | word.marks(of: UInt8(ascii: "?")) | word.marks(of: UInt8(ascii: "#"))
        }
        var lower = start
        while case let sign = bytes.firstIndex(of: UInt8(ascii: "@"), from: lower, before: end), sign < end {
            lower = sign + 1
        }
        let unsafe = bytes.firstIndex(of: .unsafeInAuthority, from: start, before: lower)
        guard unsafe == lower else { throw URLTextError(.invalidAuthority, at: unsafe) }
        var upper = bytes.firstIndex(of: UInt8(ascii: ":"), from: lower, before: end)
        if lower < end, bytes[lower] == UInt8(ascii: "[") {
            upper = bytes.firstIndex(of: UInt8(ascii: "]"), from: lower, before: end)
            guard upper < end, bytes.extracting(lower + 1..<upper).isIPv6Address else {
                throw URLTextError(.invalidAuthority, at: lower)
            }
            upper += 1
            hostKind = .coded
        } else {
            try scanHost(bytes, lower..<upper)
        }
        // A port is a colon, perhaps with a number up to 65535. A URL without a host has neither port nor user info.
        let port = bytes.extracting(Swift.min(upper + 1, end)..<end)
        let isPort = port.isEmpty || ASCIISet.digits.contains(port[0]) && (port.wholeNumber ?? .max) <= UInt16.max
        guard upper == end || bytes[upper] == UInt8(ascii: ":") && isPort, lower < upper || start == end else {
            throw URLTextError(.invalidAuthority, at: upper)
        }
        host = lower..<upper
        return end
    }

    /// Finds out what kind of host there is.
    ///
    /// One that decodes to a delimiter or a control is an error.
    private mutating func scanHost(_ bytes: Span<UInt8>, _ host: Range<Int>) throws(URLTextError) {
        var label = 0
        var last = UInt8(0)
        var isEncoded = false
        var isNumber = false
        var beginsWithXN = false
        var index = host.lowerBound
        while index < host.upperBound {
            let start = index
            let byte = PercentCoding.nextByte(of: bytes, at: &index, before: host.upperBound)
            // U+0080 to U+009F are controls, too.
            guard !ASCIISet.notInHost.contains(byte), last != 0xC2 || byte >= 0xA0 else {
                throw URLTextError(.invalidAuthority, at: start)
            }
            let isDot = byte == UInt8(ascii: ".")
            if label == 0, !isDot { isNumber = ASCIISet.digits.contains(byte) }
            // A label that begins with `xn--` is an encoded international name.
            if label == 0 { beginsWithXN = byte | 0x20 == UInt8(ascii: "x") }
            if label == 1, byte | 0x20 != UInt8(ascii: "n") { beginsWithXN = false }
            let isHyphen = label == 3 && beginsWithXN && byte == UInt8(ascii: "-") && last == byte
            if byte >= 0x80 || byte == UInt8(ascii: "%") || isHyphen { isEncoded = true }
            label = isDot ? 0 : label + 1
            last = byte
        }
        if let invalid = PercentCoding.firstInvalid(in: bytes, from: host.lowerBound, to: host.upperBound) {
            throw URLTextError(.invalidEncoding, at: invalid)
        }
        if isEncoded || isNumber, isWeb(bytes) {
            hostKind = Self.isAsBrowsersShow(PercentCoding.decoded(bytes, host).span) ? .coded : .foreign
        }
        if bytes.dotCount(from: host.lowerBound, before: host.upperBound) > 0 { hostKind = .dots }
    }

    /// Returns whether browsers show a decoded host of the web with the same bytes, but for uppercase letters.
    private static func isAsBrowsersShow(_ host: Span<UInt8>) -> Bool {
        for index in host.indices where host[index] >= 0x80 || host[index] == UInt8(ascii: "%") { return false }
        if host.endsInNumber { return host.isIPv4Address }
        return InternationalLabel.areValid(in: host)
    }

    /// Finds where path, query and fragment end, and what must not be in them.
    ///
    /// Spaces at the end are no part of the URL, as in browsers.
    private mutating func scanPath(_ bytes: Span<UInt8>) throws(URLTextError) {
        var end = bytes.count
        while end > path.lowerBound, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        path = path.lowerBound..<end
        var index = path.lowerBound
        while true {
            index = bytes.firstIndex(from: index, before: end) { $0.marksOfDelimiters }
            guard index < end else { return }
            let start = index
            index += 1
            switch bytes[start] {
            case UInt8(ascii: "?") where path.upperBound == end:
                path = path.lowerBound..<start
                query = index..<end
            case UInt8(ascii: "#") where fragment == nil:
                if let question = query?.lowerBound {
                    query = question..<start
                } else {
                    path = path.lowerBound..<start
                }
                fragment = index..<end
            case UInt8(ascii: "%") where path.upperBound == end:
                index = start
                guard PercentCoding.isCharacter(bytes, at: &index, before: end) else {
                    throw URLTextError(.invalidEncoding, at: start)
                }
            case let byte: try check(byte, at: start, in: bytes, before: end)
            }
        }
    }

    /// Throws when a browser would remove a character behind the authority, or read another path because of it.
    private func check(_ byte: UInt8, at index: Int, in bytes: Span<UInt8>, before end: Int) throws(URLTextError) {
        if byte < 0x20 { throw URLTextError(.control, at: index) }
        if byte == UInt8(ascii: "\\"), isWeb(bytes) { throw URLTextError(.backslash, at: index) }
        // Behind the letter of a drive, a browser reads it as a colon.
        if byte == UInt8(ascii: "|"), path.upperBound == end, name(in: bytes) == "file" {
            throw URLTextError(.invalidCharacter, at: index)
        }
    }

    /// Returns whether a browser reads a host as a domain or an address in URLs of the scheme, and a backslash as a
    /// slash.
    ///
    /// Most URLs are parsed without this test.
    private func isWeb(_ bytes: Span<UInt8>) -> Bool {
        scheme.count <= 5 && ["http", "https", "ws", "wss", "ftp", "file"].contains(name(in: bytes))
    }

    /// The scheme in lowercase.
    private func name(in bytes: Span<UInt8>) -> String { bytes.extracting(scheme).text.lowercased() }
}

extension ASCIISet {
    fileprivate static let inScheme = letters.union(digits).union("+-.")
}

/// An error that says why a string is not a valid URL.
public struct URLTextError: Error, Sendable, Hashable {
    /// The errors that a URL can have, each with the end of its sentence.
    enum Reason: String {
        case noScheme = "it does not begin with a scheme"
        case invalidAuthority = "its host or port is malformed"
        case invalidCharacter = "it has a character that has to be percent-encoded"
        case control = "it has a control character, which browsers remove or encode"
        case backslash = "it has a backslash, which browsers read as a slash"
        case invalidEncoding = "its escapes do not decode to UTF-8"
        case notAnOrigin = "an origin has a host as browsers show it, and neither user info, query nor fragment"
        case misplacedAsterisk = """
            in an origin, an asterisk is the first label of a host, as in https://*.shop.example, and matches all \
            subdomains; in a path it is written %2A
            """
        case tooLong = "it has more than 65536 bytes"
    }

    let reason: Reason

    /// The offset of the error in UTF-8 bytes from the beginning of the string.
    public let offset: Int

    init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// The error, as the end of a sentence.
    public var explanation: String { reason.rawValue }
}

extension URLTextError: CustomStringConvertible {
    /// The reason and the offset in one sentence.
    public var description: String { "The URL is wrong at offset \(offset): \(explanation)." }
}
