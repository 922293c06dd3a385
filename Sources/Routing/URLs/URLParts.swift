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
