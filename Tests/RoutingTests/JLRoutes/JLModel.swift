/// JLRoutes, rebuilt from its behaviour, with a switch for each of its quirks.
struct JLModel {
    private let scenario: JLScenario
    private let readings: [JLReading]

    init(_ scenario: JLScenario) {
        self.scenario = scenario
        readings = scenario.routes.map { JLReading($0.pattern) }
    }

    /// The answer to a URL, and the text of the path that was handled.
    func answer(to url: String, _ quirks: JLSwitches) -> (answer: JLAnswer, expansion: String?) {
        var answer = JLAnswer()
        guard let request = JLRequest(url, in: scenario, quirks) else { return (answer, nil) }
        let spaces = namespaces(for: request.scheme, quirks)
        for space in spaces {
            for match in matches(in: space, request, quirks) {
                if answer.asked.contains(match.route), !quirks[.askedAgain] { continue }
                answer.asked.append(match.route)
                guard !scenario.routes[match.route].isDeclining else { continue }
                answer.isHandled = true
                answer.values = values(of: match, request, quirks)
                answer.tail = match.tail
                return (answer, match.path.text)
            }
        }
        answer.listeners = spaces.count { space in scenario.routes.contains { $0.scheme == space } }
        if answer.listeners > 1, !quirks[.twoListeners] { answer.listeners = 1 }
        return (answer, nil)
    }

    private func namespaces(for scheme: String?, _ quirks: JLSwitches) -> [String?] {
        let known = Set(scenario.routes.compactMap(\.scheme)).union(scenario.fallback)
        guard let scheme, let space = known.first(where: { $0.lowercased() == scheme.lowercased() }),
            space == scheme || !quirks[.schemeCase]
        else { return [nil] }
        return scenario.fallback.contains(space) ? [space, nil] : [space]
    }

    private func matches(in space: String?, _ request: JLRequest, _ quirks: JLSwitches) -> [JLMatch] {
        var matches: [JLMatch] = []
        for (number, route) in scenario.routes.enumerated() where route.scheme == space {
            for (place, path) in readings[number].paths(quirks).enumerated() {
                if let match = JLMatch(number, path, place, request, in: scenario, quirks) { matches.append(match) }
            }
        }
        guard matches.count > 1 else { return matches }
        let several = Set(matches.map(\.route)).count > 1
        let isFirstCome = several && quirks[.registrationOrder]
        matches.sort { isBefore($0, $1, isFirstCome: isFirstCome) }
        return Set(matches.map(\.route)).count < matches.count && quirks[.longestFirst]
            ? longestFirst(matches) : matches
    }

    private func isBefore(_ first: JLMatch, _ second: JLMatch, isFirstCome: Bool) -> Bool {
        let priorities = (scenario.routes[first.route].priority, scenario.routes[second.route].priority)
        guard priorities.0 == priorities.1 else { return priorities.0 > priorities.1 }
        if isFirstCome, first.route != second.route { return first.route < second.route }
        guard first.ranks == second.ranks else { return first.ranks.lexicographicallyPrecedes(second.ranks) }
        return (first.route, first.number) < (second.route, second.number)
    }

    /// The matches of each route, in the order of JLRoutes, at the positions that they have together.
    private func longestFirst(_ matches: [JLMatch]) -> [JLMatch] {
        var queues = Dictionary(grouping: matches, by: \.route).mapValues { own in
            own.sorted { ($1.path.text.utf8.count, $0.path.number) < ($0.path.text.utf8.count, $1.path.number) }[...]
        }
        return matches.compactMap { queues[$0.route]?.popFirst() }
    }

    private func values(of match: JLMatch, _ request: JLRequest, _ quirks: JLSwitches) -> [String: [String]] {
        var values = request.items
        let own =
            ["JLRouteURL", "JLRoutePattern", "JLRouteScheme"] + (match.tail == nil ? [] : ["JLRouteWildcardComponents"])
        for key in own where values[key] != nil && quirks[.reservedKeys] { values[key] = nil }
        return values.merging(match.values.mapValues { [$0] }) { $1 }
    }
}

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

/// The paths that the groups of a pattern describe, as lists of segments.
enum JLExpansion {
    /// By the rules of this package: groups nest, and one that takes an earlier group comes first.
    static func ours(of pattern: String) -> [[String]] {
        var rest = pattern[...]
        var known: Set<[String]> = []
        return sequence(&rest).filter { known.insert($0).inserted }
    }

    private static func sequence(_ rest: inout Substring) -> [[String]] {
        var paths: [[String]] = [[]]
        while let character = rest.first, character != ")" {
            if character == "(" {
                rest = rest.dropFirst()
                let inner = sequence(&rest)
                rest = rest.dropFirst()
                paths = paths.flatMap { path in inner.map { path + $0 } + [path] }
            } else {
                let text = rest.prefix { !"()".contains($0) }
                rest = rest[text.endIndex...]
                let segments = text.split(separator: "/").map(String.init)
                paths = paths.map { $0 + segments }
            }
        }
        return paths
    }

    /// By JLRoutes: every subset of the pieces that has all pieces outside of groups, the longest text first.
    ///
    /// `nil` when it raises an exception.
    static func theirs(of pattern: String) -> [String]? {
        guard pattern.contains("(") else { return [pattern] }
        guard let pieces = pieces(of: pattern) else { return nil }
        var subsets: [[Piece]] = [[]]
        for piece in pieces { subsets += subsets.map { $0 + [piece] } }
        let required = Set(pieces.filter { !$0.isOptional })
        let texts = subsets.filter { required.isSubset(of: $0) }.map { subset in
            "/" + subset.flatMap(\.segments).filter { !$0.isEmpty }.joined(separator: "/")
        }
        return texts.enumerated().sorted { ($1.element.utf8.count, $0.offset) < ($0.element.utf8.count, $1.offset) }
            .map(\.element)
    }

    private struct Piece: Hashable {
        let segments: [String]
        let isOptional: Bool

        init(_ text: Substring, isOptional: Bool) {
            var text = text
            while text.first == "/" { text = text.dropFirst() }
            while text.last == "/" { text = text.dropLast() }
            segments = text.split(at: "/", keepingEmpty: true).map(String.init)
            self.isOptional = isOptional
        }
    }

    private static func pieces(of pattern: String) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = pattern[...]
        while !rest.isEmpty {
            rest = rest.drop { $0 == " " }
            let outside = rest.prefix { $0 != "(" }
            rest = rest[outside.endIndex...].dropFirst()
            if !["", ")", "/"].contains(outside) { pieces.append(Piece(outside, isOptional: false)) }
            guard !rest.isEmpty else { break }
            let inside = rest.prefix { $0 != ")" }
            guard !inside.isEmpty else { return nil }
            rest = rest[inside.endIndex...].dropFirst()
            pieces.append(Piece(inside, isOptional: true))
        }
        return pieces
    }
}
