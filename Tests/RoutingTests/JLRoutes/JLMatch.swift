/// A path of a route that fits a URL.
struct JLMatch {
    let route: Int
    let path: JLReading.Path
    /// The place among the paths of the route, in the order of this package.
    let number: Int
    var values: [String: String] = [:]
    private(set) var tail: [String]?
    /// How specific each segment is, from the left, and at last the end.
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
