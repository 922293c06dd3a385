/// A path of a route that fits a URL.
struct JLMatch {
    let route: Int
    let path: JLReading.Path
    /// The index among the paths of the route, in the order of this package.
    let number: Int
    var values: [String: String] = [:]
    private(set) var tail: [String]?
    /// The specificity of each segment from the left, and then of the end.
    private(set) var ranks: [Int] = []

    let scenario: JLScenario

    init?(
        _ route: Int, _ path: JLReading.Path, _ number: Int, _ request: JLRequest, in scenario: JLScenario,
        _ quirks: JLSwitches
    ) {
        self.route = route
        self.path = path
        self.number = number
        self.scenario = scenario
        guard path.host.map({ takeHost($0, request.host) }) ?? true else { return nil }
        var segments = request.segments
        var pattern = path.segments
        if segments.isEmpty || segments == [""], quirks[.emptySegments] {
            segments = [""]
            if pattern.isEmpty { pattern = [""] }
        }
        for (index, piece) in pattern.enumerated() {
            if piece == "*", index == pattern.count - 1 || quirks[.middleWildcard] {
                guard index <= segments.count else { return nil }
                take(segments[index...], quirks)
                return
            }
            guard index < segments.count, !segments[index].isEmpty || quirks[.emptySegments] else { return nil }
            let isHost = index == 0 && request.beginsWithHost
            guard take(segments[index], as: piece, isHost: isHost, quirks) else { return nil }
        }
        guard pattern.count == segments.count else { return nil }
        ranks.append(5)
    }

    private mutating func take(_ tail: ArraySlice<Substring>, _ quirks: JLSwitches) {
        let isRaw = tail.contains { $0.contains("%") } && quirks[.rawTail]
        self.tail = tail.map { isRaw ? String($0) : JLText.decoded($0) ?? String($0) }
        ranks.append(6)
    }

    private mutating func take(_ segment: Substring, as piece: String, isHost: Bool, _ quirks: JLSwitches) -> Bool {
        if piece == "*" {
            ranks.append(4)
            return true
        }
        guard let colon = piece.firstIndex(of: ":") else {
            ranks.append(0)
            return Self.isSame(piece, segment, isHost: isHost, quirks)
        }
        let name = piece[colon...].dropFirst()
        let isWhole =
            colon == piece.startIndex && !name.isEmpty && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
        if !isWhole, path.hasWholeNames || quirks[.wholeNames] {
            guard colon == piece.startIndex else { return Self.isSame(piece, segment, isHost: isHost, quirks) }
            ranks.append(3)
            return set(
                name.isEmpty ? ":" : name.count > 1 && name.last == "#" ? name.dropLast() : name, segment, quirks)
        }
        ranks.append(isWhole ? 3 : 1)
        return isWhole ? set(name, segment, quirks) : takeMixed(segment, piece[..<colon], name, quirks)
    }
}

extension JLMatch {
    /// Returns whether a literal of a pattern is the segment of a URL.
    static func isSame(_ literal: String, _ segment: Substring, isHost: Bool, _ quirks: JLSwitches) -> Bool {
        let own = JLText.decoded(literal)
        let other = JLText.decoded(segment)
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

/// The answer to a URL, in words that both routers share.
struct JLAnswer: Hashable {
    /// The numbers of the routes whose handlers were called, in that order.
    var asked: [Int] = []

    var isHandled = false

    /// The values of the last handler, path and query together.
    var values: [String: [String]] = [:]

    var tail: [String]?

    /// The number of handlers for unmatched URLs that were called.
    var listeners = 0
}
