import Testing

@testable import Routing

/// The meaning of a pattern for JLRoutes and for this package.
struct JLReading {
    /// One path of a pattern.
    struct Path {
        let segments: [String]
        /// The text that JLRoutes has for it.
        let text: String
        /// The index among those of its pattern.
        let number: Int
        /// A Boolean value that indicates whether a name goes up to the next slash, as it does in a pattern that is refused here.
        var hasWholeNames = false
        /// The host that the URL must have besides.
        var host: String?
    }

    private let ours: [Path]
    private let theirs: [Path]

    /// The quirks that must be on for their reading to count.
    private let difference: JLQuirk?

    init(_ pattern: String) {
        let texts = JLExpansion.theirs(of: pattern) ?? []
        let refusal = Self.refusal(of: pattern)
        theirs = texts.enumerated().map { number, text in
            Path(segments: Self.segments(of: text), text: text, number: number, hasWholeNames: refusal != nil)
        }
        if let reason = refusal {
            ours = []
            difference = reason
            return
        }
        let namesHost = pattern.hasPrefix("//")
        ours = JLExpansion.ours(of: pattern).map { segments in
            let text = pattern.contains("(") ? "/" + segments.joined(separator: "/") : pattern
            return Path(
                segments: namesHost ? Array(segments.dropFirst()) : segments, text: text,
                number: texts.firstIndex(of: text) ?? 0, host: namesHost ? segments.first : nil)
        }
        if namesHost {
            difference = .hostPattern
        } else if Set(theirs.map(\.segments)) == Set(ours.map(\.segments)), theirs.count == ours.count {
            difference = nil
        } else if !pattern.contains("(") {
            difference = .trailingSlash
        } else {
            let nests = pattern.split(separator: ")").contains { $0.count { $0 == "(" } > 1 }
            difference = nests ? .nestedGroups : .repeatedPieces
        }
    }

    /// The paths, of which each that is ours has its index in our order.
    func paths(_ quirks: JLSwitches) -> [Path] {
        guard let difference else { return ours }
        return quirks[difference] ? theirs : ours
    }

    private static func segments(of text: String) -> [String] {
        let path = text.hasPrefix("/") ? text.dropFirst() : text[...]
        return path.isEmpty ? [] : path.split(at: "/", keepingEmpty: true).map(String.init)
    }

    private static func refusal(of pattern: String) -> JLQuirk? {
        do {
            _ = try RoutePattern(pattern)
            return nil
        } catch {
            guard let quirk = JLQuirk(error.reason) else {
                Issue.record("The article does not name the reason: \(error)")
                return nil
            }
            return quirk
        }
    }
}

extension JLQuirk {
    init?(_ reason: RoutePatternError.Reason) {
        let quirks: [RoutePatternError.Reason: JLQuirk] = [
            .emptySegment: .emptySegment, .emptyGroup: .emptyGroup, .partialSegmentGroup: .partialGroup,
            .unbalancedParenthesis: .unbalanced, .invalidName: .missingName, .repeatedName: .repeatedName,
            .reservedCharacter: .reservedCharacter, .unknownType: .unknownType, .malformedHost: .malformedHost,
            .hyphenInName: .hyphenInName, .misplacedWildcard: .wildcardInSegment,
        ]
        guard let quirk = quirks[reason] else { return nil }
        self = quirk
    }
}

/// A URL as JLRoutes reads it, less the quirks that are off.
struct JLRequest {
    let scheme: String?

    /// Still encoded.
    let segments: [Substring]

    /// Still encoded.
    let host: Substring

    /// A Boolean value that indicates whether the host is the first segment.
    let beginsWithHost: Bool

    /// Decoded.
    let items: [String: [String]]

    /// `nil` when it is not a URL that can be opened.
    init?(_ url: String, in scenario: JLScenario, _ quirks: JLSwitches) {
        let parts = JLURLParts(url)
        guard parts.scheme != nil || quirks[.relativeURL] else { return nil }
        guard JLText.decoded(url) != nil || quirks[.undecodable] else { return nil }
        scheme = parts.scheme.map(String.init)

        guard !Self.isHostile(parts.host) || quirks[.hostileHost] else { return nil }
        host = parts.host
        var path = parts.path
        if JLText.hasDotSegments(path), !quirks[.dotSegments] { path = JLText.withoutDotSegments(path) }
        beginsWithHost = !parts.host.isEmpty && !Self.isIgnored(parts.host, in: scenario, quirks)
        if beginsWithHost {
            path = parts.host + path
            if path.contains("//"), quirks[.emptySegments] { path = Self.collapsed(path) }
        }
        var items = JLQueryItem.items(of: parts.query ?? "")
        if let fragment = parts.fragment {
            let reading = JLFragment(fragment)
            if reading.isQuery, quirks[.fragmentItems] { items += reading.items }
            if let extra = reading.path, quirks[extra.hasPrefix("/") ? .fragmentPath : .fragmentAnchor] {
                if beginsWithHost, path.hasSuffix("/") { path = path.dropLast() }
                path += "#" + extra
            }
        }
        if path.hasPrefix("/") { path = path.dropFirst() }
        segments = path.isEmpty ? [] : (path.hasSuffix("/") ? path.dropLast() : path).split(at: "/", keepingEmpty: true)
        self.items = Self.values(of: items, in: scenario, quirks)
    }

    private static func isHostile(_ host: Substring) -> Bool {
        guard let name = JLText.decoded(host) else { return false }
        return name == "." || name == ".."
            || name.unicodeScalars.contains {
                $0.value <= 0x20 || "\"#/:<>?@[\\]^`{|}\u{7F}".unicodeScalars.contains($0)
            }
    }

    private static func isIgnored(_ host: Substring, in scenario: JLScenario, _ quirks: JLSwitches) -> Bool {
        guard !scenario.treatsHostAsPath, let name = JLText.decoded(host) else { return false }
        return (name.contains(".") || name == "localhost") && quirks[.guessedHost]
    }

    private static func collapsed(_ path: Substring) -> Substring {
        let segments = path.split(at: "/", keepingEmpty: false).joined(separator: "/")
        return segments + (path.hasSuffix("/") ? "/" : "")
    }

    private static func values(
        of items: [JLQueryItem], in scenario: JLScenario, _ quirks: JLSwitches
    ) -> [String: [String]] {
        var values: [String: [String]] = [:]
        for item in items {
            if item.value == nil, quirks[.bareItems] { continue }
            let value = item.value ?? ""
            let plusStays = value.contains("+") && !scenario.decodesPlus && quirks[.queryPlus]
            let escapeGoes = value.contains("%2") && scenario.decodesPlus && quirks[.escapedPlus]
            let keyPlusStays = item.key.contains("+") && quirks[.queryPlus]
            let key = item.decodedKey(keyPlusStays)
            values[key, default: []].append(item.decodedValue(plusStays, escapeGoes))
        }
        return values
    }
}

/// Percent-decoding as the model needs it.
enum JLText {
    /// The decoded text, or `nil` when it is not UTF-8.
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

/// A key and a value, still encoded.
struct JLQueryItem {
    let key: String
    let value: String?

    static func items(of query: some StringProtocol) -> [JLQueryItem] {
        query.split(separator: "&").map { item in
            let (key, value) = item.split(at: "=")
            return JLQueryItem(key: String(key), value: value.map { String($0) })
        }
    }

    func decodedKey(_ plusStays: Bool) -> String {
        JLText.decoded(key, plus: UInt8(ascii: plusStays ? "+" : " ")) ?? ""
    }

    func decodedValue(_ plusStays: Bool, _ escapeGoes: Bool) -> String {
        JLText.decoded(
            value ?? "", plus: UInt8(ascii: plusStays ? "+" : " "), escapedPlus: UInt8(ascii: escapeGoes ? " " : "+"))
            ?? ""
    }
}

/// A fragment as JLRoutes reads it: query items, a path, or both.
struct JLFragment {
    let items: [JLQueryItem]
    let isQuery: Bool

    /// The text behind the path; `nil` when the fragment is a query and nothing else.
    let path: Substring?

    init(_ fragment: Substring) {
        let (head, query) = fragment.split(at: "?")
        items = JLQueryItem.items(of: query.map { String($0) } ?? JLText.decoded(head) ?? "")
        isQuery = items.first?.value?.isEmpty == false
        path = query != nil || !isQuery ? head : nil
    }
}

/// The five parts of a URL, as they are written; user info and port are left out.
struct JLURLParts {
    var scheme: Substring?
    var host: Substring = ""
    var path: Substring
    let query: Substring?
    let fragment: Substring?

    init(_ url: String) {
        let (rest, fragment) = url.split(at: "#")
        let (head, query) = rest.split(at: "?")
        self.fragment = fragment
        self.query = query
        path = head
        let (scheme, behind) = head.split(at: ":")
        if let behind, !scheme.contains("/") { (self.scheme, path) = (scheme, behind) }
        guard path.hasPrefix("//") else { return }
        let authority = path.dropFirst(2).prefix { $0 != "/" }
        path = path[authority.endIndex...]
        let address = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        host = address.split(at: ":").0
    }
}
