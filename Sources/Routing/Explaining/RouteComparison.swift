/// Compares a URL with routes, one by one.
struct RouteComparison: ~Copyable {
    private let url: URLText
    private let segments: [String]
    private let isIgnoringCase: Bool
    private let isHostFirst: Bool
    private var attempts: [RouteAttempt] = []

    init(_ url: URLText, _ path: PathText, isIgnoringCase: Bool) {
        self.url = url
        segments = path.segments(of: url, from: path.start)
        self.isIgnoringCase = isIgnoringCase
        isHostFirst = path.beginsWithHost
    }

    /// What does not fit.
    private struct Fault {
        let reason: RouteExplanation.NearMiss.Reason
        var segment: Int?
        var expected: String?
        var found: String?
    }

    /// Compares with a route.
    mutating func add(_ route: ConflictRoute) {
        if let attempt = attempt(route) { attempts.append(attempt) }
    }

    /// Which of the routes came near, best first.
    var nearMisses: [RouteExplanation.NearMiss] {
        let longest = attempts.reduce(-1) { $1.beginsAlike ? max($0, $1.depth) : $0 }
        return attempts.filter { $0.isNear || $0.beginsAlike && $0.depth == longest }
            .sorted { $0.isBetter(than: $1) }.map(\.nearMiss)
    }

    /// How far a route fits by the best of its paths; `nil` when all of it does.
    private func attempt(_ route: ConflictRoute) -> RouteAttempt? {
        let others = otherFaults(of: route)
        var best: RouteAttempt?
        for path in route.expansions {
            let pathFaults = self.pathFaults(of: path)
            guard let first = pathFaults.first ?? others.first else { return nil }
            let rest = path.segmentsBeforeTail
            let fitting = rest.indices.filter { number in
                number < segments.count && rest[number].rank < .parameter
                    && !pathFaults.contains { $0.segment == number }
            }
            let attempt = RouteAttempt(
                nearMiss: .init(
                    route: route.number, pattern: route.pattern, segment: first.segment, reason: first.reason,
                    expected: first.expected, found: first.found),
                faultCount: faultCount(pathFaults, rest.count) + others.count, depth: first.segment ?? segments.count,
                evidence: fitting.count, distance: distance(first),
                beginsAlike: fitting.contains { $0 < first.segment ?? .max })
            if best.map({ attempt.isBetter(than: $0) }) ?? true { best = attempt }
        }
        return best
    }

    /// Each segment counts that is missing or too many.
    private func faultCount(_ faults: [Fault], _ count: Int) -> Int {
        guard let last = faults.last, last.reason == .pathEnds || last.reason == .pathGoesOn else {
            return faults.count
        }
        return faults.count - 1 + abs(segments.count - count)
    }

    private func distance(_ fault: Fault) -> Int {
        guard fault.reason == .literalDiffers, let found = fault.found, let expected = fault.expected
        else { return .max }
        return EditDistance.distance(found, expected) ?? .max
    }

    private func pathFaults(of path: [PatternSegment]) -> [Fault] {
        let rest = path.segmentsBeforeTail
        var faults = zip(rest.indices, zip(rest, segments)).compactMap { number, pair in
            fault(pair.0, pair.1, at: number)
        }
        if segments.count < rest.count {
            let next = rest[segments.count].description
            faults.append(Fault(reason: .pathEnds, segment: segments.count, expected: next))
        } else if segments.count > rest.count, !path.endsInTail {
            faults.append(Fault(reason: .pathGoesOn, segment: rest.count, found: segments[rest.count]))
        }
        return faults
    }

    private func fault(_ segment: PatternSegment, _ text: String, at number: Int) -> Fault? {
        let isFolded = isIgnoringCase || isHostFirst && number == 0
        let plain = Array(text.utf8)
        guard !fits(segment, plain, isFolded) else { return nil }
        var expected = segment.description
        let reason: RouteExplanation.NearMiss.Reason
        switch segment {
        case .literal: reason = .literalDiffers
        case .mixed: reason = .textDiffers
        case .parameter(let parameter) where !plain.isEmpty:
            reason = .typeRefuses
            expected = parameter.type?.name ?? expected
        case .parameter, .wildcard: reason = .emptySegment
        }
        return Fault(reason: reason, segment: number, expected: expected, found: text)
    }

    private func fits(_ segment: PatternSegment, _ plain: [UInt8], _ isFolded: Bool) -> Bool {
        guard isFolded else { return segment.matches(plain.span) }
        let folded = plain.map(\.lowercased)
        switch segment {
        case .literal(let literal): return literal.map(\.lowercased) == folded
        case .mixed(let mixed):
            return MixedForm(mixed, isIgnoringCase: true, isHost: false).ranges(
                in: plain.span, folded: folded.span) != nil
        default: return segment.matches(plain.span)
        }
    }

    /// What does not fit besides the path.
    private func otherFaults(of route: ConflictRoute) -> [Fault] {
        var faults: [Fault] = []
        if RouteFilter(schemes: route.schemes).fault(in: url) != nil {
            let schemes = Array(route.schemes).sorted().joined(separator: " or ")
            faults.append(Fault(reason: .schemeDiffers, expected: schemes, found: url.scheme))
        }
        if let host = route.filter.host, RouteFilter(host: host).fault(in: url) != nil {
            faults.append(Fault(reason: .hostDiffers, expected: host.description, found: url.host))
        }
        for item in route.filter.query where RouteFilter(query: [item]).fault(in: url) != nil {
            let found = url.firstQueryValue(of: item.key)
            faults.append(
                Fault(
                    reason: found == nil ? .queryItemMissing : .queryItemRefused, expected: item.description,
                    found: found))
        }
        return faults
    }
}

/// How many bytes of one text have to be changed, removed or added to make it another one.
enum EditDistance {
    /// The distance, or `nil` when more than a third differs or the texts are long; the case of letters does not count.
    static func distance(_ one: String, _ other: String) -> Int? {
        let (first, second) = (Array(one.utf8), Array(other.utf8))
        let limit = max(first.count, second.count) / 3
        guard max(first.count, second.count) <= 64, abs(first.count - second.count) <= limit else {
            return nil
        }
        var previous = Array(0...second.count)
        for (row, byte) in first.enumerated() {
            var current = [row + 1]
            for (column, candidate) in second.enumerated() {
                let changed = previous[column] + (byte.lowercased == candidate.lowercased ? 0 : 1)
                current.append(min(changed, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[second.count] <= limit ? previous[second.count] : nil
    }
}

/// How far a route fits a URL.
struct RouteAttempt {
    let nearMiss: RouteExplanation.NearMiss

    /// How many things do not fit.
    let faultCount: Int

    /// How many segments fit before the first that does not.
    let depth: Int

    /// How many segments fit that are more than a parameter.
    let evidence: Int

    /// By how many bytes a literal differs that is spelled nearly so, else the most there are.
    let distance: Int

    /// Whether some text agrees at the beginning.
    let beginsAlike: Bool

    /// Whether everything but one thing fits, and that is no accident.
    var isNear: Bool {
        guard faultCount == 1 else { return false }
        switch nearMiss.reason {
        case .literalDiffers: return evidence > 0 || distance < .max
        case .pathEnds, .pathGoesOn, .emptySegment: return evidence > 0
        default: return true
        }
    }

    /// Whether the route fits better than another one.
    func isBetter(than other: RouteAttempt) -> Bool {
        (faultCount, -depth, distance, -evidence, nearMiss.route)
            < (other.faultCount, -other.depth, other.distance, -other.evidence, other.nearMiss.route)
    }
}
