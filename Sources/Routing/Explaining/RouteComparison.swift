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

    /// Compares with a route; of its paths the one counts that fits best.
    mutating func add(_ route: RouteRecord, number: Int) {
        let rest = RouteAttempt(route, number)
        compareRest(rest)
        var best: RouteAttempt?
        for path in route.content.expansions {
            let attempt = RouteAttempt(route, number)
            compare(path, attempt)
            attempt.add(rest, count: segments.count)
            guard attempt.nearMiss != nil else { return }
            if best.map(attempt.isBetter) ?? true { best = attempt }
        }
        if let best { attempts.append(best) }
    }

    /// Which of the routes came near, best first, and how many more did.
    var nearMisses: (best: [RouteExplanation.NearMiss], omittedCount: Int) {
        var longest = -1
        for attempt in attempts where attempt.beginsAlike { longest = max(longest, attempt.depth) }
        var best: [RouteAttempt] = []
        var omittedCount = 0
        for attempt in attempts where attempt.isNear || attempt.beginsAlike && attempt.depth == longest {
            best.append(attempt)
            var place = best.count - 1
            while place > 0, best[place].isBetter(than: best[place - 1]) {
                best.swapAt(place, place - 1)
                place -= 1
            }
            guard best.count > RouteExplanation.maximumNearMisses else { continue }
            best.removeLast()
            omittedCount += 1
        }
        return (best.compactMap(\.nearMiss), omittedCount)
    }

    private func compare(_ path: [PatternSegment], _ attempt: RouteAttempt) {
        let (count, end) = (path.segmentsBeforeTail.count, segments.count)
        for number in 0..<min(count, end) {
            let segment = path[number]
            guard !fits(segment, at: number) else {
                attempt.noteFit(of: segment)
                continue
            }
            let (reason, expected) = segment.fault(isEmpty: segments[number].isEmpty)
            attempt.note(reason, number, expected, segments[number])
        }
        if end < count {
            attempt.note(.pathEnds, end, path[end].description, nil, count: count - end)
        } else if end > count, !path.endsInTail {
            attempt.note(.pathGoesOn, count, nil, segments[count], count: end - count)
        }
    }

    private func fits(_ segment: PatternSegment, at number: Int) -> Bool {
        let plain = segments[number].bytes
        guard isIgnoringCase || isHostFirst && number == 0 else { return segment.matches(plain.span) }
        switch segment {
        case .literal(let literal): return literal.lowercased == plain.lowercased
        case .mixed(let mixed): return mixed.matches(plain.span, ignoringCase: true)
        default: return segment.matches(plain.span)
        }
    }

    @inline(never)
    private func isFaulty(
        _ schemes: Set<String> = [], host: HostPattern? = nil, query: [QueryRequirement] = []
    ) -> Bool {
        !RouteFilter(schemes: schemes, host: host, query: query).passes(url)
    }

    /// What does not fit besides the path.
    private func compareRest(_ attempt: RouteAttempt) {
        let route = attempt.route
        if isFaulty(route.schemes) {
            attempt.note(.schemeDiffers, nil, route.schemes.sorted().joined(separator: " or "), url.scheme)
        }
        if let host = route.filter.host, isFaulty(host: host) {
            attempt.note(.hostDiffers, nil, host.description, url.host)
        }
        for item in route.filter.query where isFaulty(query: [item]) {
            let found = url.firstQueryValue(of: item.key)
            attempt.note(found == nil ? .queryItemMissing : .queryItemRefused, nil, item.description, found)
        }
    }
}

extension PatternSegment {
    /// Why text does not fit, and what would.
    @inline(never)
    fileprivate func fault(isEmpty: Bool) -> (RouteExplanation.NearMiss.Reason, String) {
        switch self {
        case .literal: return (.literalDiffers, description)
        case .mixed: return (.textDiffers, description)
        case .parameter(let parameter):
            if isEmpty { return (.emptySegment, description) }
            return (.typeRefuses, parameter.type?.name ?? description)
        case .wildcard: return (.emptySegment, description)
        }
    }
}

/// How far a route fits a URL.
final class RouteAttempt {
    let route: RouteRecord
    let number: Int

    /// The first thing that does not fit.
    private(set) var nearMiss: RouteExplanation.NearMiss?

    /// How many things do not fit; each segment counts that is missing or too many.
    private var faultCount = 0

    /// How many segments fit before the first that does not.
    private(set) var depth = 0

    /// How many segments fit that are more than a parameter.
    private var evidence = 0

    /// By how many bytes a literal differs that is spelled nearly so, else the most there are.
    private var distance = Int.max

    /// Whether some text agrees at the beginning.
    private(set) var beginsAlike = false

    init(_ route: RouteRecord, _ number: Int) {
        self.route = route
        self.number = number
    }

    func noteFit(of segment: PatternSegment) {
        guard segment.rank < .parameter else { return }
        evidence += 1
        beginsAlike = beginsAlike || nearMiss == nil
    }

    @inline(never)
    func note(
        _ reason: RouteExplanation.NearMiss.Reason, _ segment: Int?, _ expected: String?, _ found: String?,
        count: Int = 1
    ) {
        faultCount += count
        guard nearMiss == nil else { return }
        nearMiss = .init(route.pattern, number, segment, reason, expected: expected, found: found)
        if reason == .literalDiffers, let expected, let found {
            distance = EditDistance.distance(found, expected) ?? .max
        }
    }

    /// Takes what does not fit besides the path, of so many segments.
    func add(_ rest: RouteAttempt, count: Int) {
        faultCount += rest.faultCount
        depth = nearMiss?.segment ?? count
        nearMiss = nearMiss ?? rest.nearMiss
    }

    /// Whether everything but one thing fits, and that is no accident.
    var isNear: Bool {
        guard faultCount == 1, let reason = nearMiss?.reason else { return false }
        if reason == .literalDiffers { return evidence > 0 || distance < .max }
        return evidence > 0 || reason != .pathEnds && reason != .pathGoesOn && reason != .emptySegment
    }

    /// Whether the route fits better than another one.
    func isBetter(than other: RouteAttempt) -> Bool {
        (faultCount, -depth, distance, -evidence, number)
            < (other.faultCount, -other.depth, other.distance, -other.evidence, other.number)
    }
}

/// How many bytes of one text have to be changed, removed or added to make it another one.
enum EditDistance {
    /// The distance, or `nil` when more than a third differs or the texts are long; the case of letters does not count.
    static func distance(_ one: String, _ other: String) -> Int? {
        let (first, second) = (one.bytes.lowercased, other.bytes.lowercased)
        let limit = max(first.count, second.count) / 3
        guard max(first.count, second.count) <= 64, abs(first.count - second.count) <= limit else { return nil }
        var distances = Array(0...second.count)
        for row in first.indices {
            var before = row
            distances[0] = row + 1
            for column in second.indices {
                let changed = before + (first[row] == second[column] ? 0 : 1)
                before = distances[column + 1]
                distances[column + 1] = min(changed, before + 1, distances[column] + 1)
            }
        }
        return distances[second.count] <= limit ? distances[second.count] : nil
    }
}
