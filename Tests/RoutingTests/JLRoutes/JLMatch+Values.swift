extension JLMatch {
    /// Whether a literal of a pattern is the segment of a URL.
    static func isSame(_ literal: String, _ segment: Substring, isHost: Bool, _ quirks: JLSwitches) -> Bool {
        let (own, other) = (JLText.decoded(literal), JLText.decoded(segment))
        let isRaw = (literal == segment) != (own == other) && quirks[.rawLiterals]
        let (left, right) = isRaw ? (literal, String(segment)) : (own ?? literal, other ?? String(segment))
        if left == right { return true }
        return isHost && left.lowercased() == right.lowercased() && !quirks[.hostCase]
    }

    /// Takes the host that a pattern names behind two slashes.
    mutating func takeHost(_ pattern: String, _ host: Substring) -> Bool {
        guard !host.isEmpty, let host = JLText.decoded(host) else { return false }
        if pattern.hasPrefix(":") {
            values[String(pattern.dropFirst())] = host
            return true
        }
        return JLText.decoded(pattern)?.lowercased() == host.lowercased()
    }

    mutating func set(_ name: Substring, _ segment: Substring, _ quirks: JLSwitches) -> Bool {
        values[String(name)] = value(of: segment, quirks)
        return true
    }

    /// `foo-:name.json`: text before and behind one parameter.
    mutating func takeMixed(
        _ segment: Substring, _ head: Substring, _ rest: Substring, _ quirks: JLSwitches
    ) -> Bool {
        let name = rest.prefix { $0 == "_" || $0.isLetter || $0.isNumber }
        let end = rest[name.endIndex...]
        guard let text = JLText.decoded(segment), let head = JLText.decoded(head), let end = JLText.decoded(end),
            text.hasPrefix(head), text.hasSuffix(end), text.utf8.count > head.utf8.count + end.utf8.count
        else { return false }
        values[String(name)] = String(text.dropFirst(head.count).dropLast(end.count))
        return true
    }

    /// `nil` when the value does not decode.
    private func value(of segment: Substring, _ quirks: JLSwitches) -> String? {
        var segment = segment
        let endsInFragment = segment.count > 1 && segment.last == "#"
        if endsInFragment { segment = segment.dropLast() }
        let goesPlus = segment.contains("+") && scenario.decodesPlus && quirks[.pathPlus]
        let goesEscape = segment.contains("%2") && scenario.decodesPlus && quirks[.escapedPlus]
        let value = JLText.decoded(
            segment, plus: UInt8(ascii: goesPlus ? " " : "+"), escapedPlus: UInt8(ascii: goesEscape ? " " : "+"))
        guard let value, !endsInFragment, value.count > 1, value.last == "#", quirks[.trailingHash] else {
            return value
        }
        return String(value.dropLast())
    }
}
