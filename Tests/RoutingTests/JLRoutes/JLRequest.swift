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
