/// Compares a URL with routes, one by one.
struct RouteComparison {
    private let url: URLText
    private let segments: [String]
    private let isIgnoringCase: Bool
    private let isHostFirst: Bool

    init(_ url: URLText, _ path: PathText, isIgnoringCase: Bool) {
        self.url = url
        segments = path.segments(of: url, from: path.start)
        self.isIgnoringCase = isIgnoringCase
        isHostFirst = path.beginsWithHost
    }

    /// How far a route fits, by the best of its paths; `nil` when it fits.
    func attempt(_ route: RouteRecord, number: Int) -> RouteAttempt? {
        var best: RouteAttempt?
        for path in route.content.expansions {
            var attempt = RouteAttempt(pattern: route.pattern, number: number)
            compare(path, &attempt)
            attempt.depth = attempt.nearMiss?.segment ?? segments.count
            compareRest(of: route, &attempt)
            guard attempt.nearMiss != nil else { return nil }
            if best.map(attempt.isBetter) ?? true { best = attempt }
        }
        return best
    }

    private func compare(_ path: [PatternSegment], _ attempt: inout RouteAttempt) {
        let (count, end) = (path.segmentsBeforeTail.count, segments.count)
        for (number, (segment, text)) in zip(path.segmentsBeforeTail, segments).enumerated() {
            let isFolded = isIgnoringCase || isHostFirst && number == 0
            if segment.matches(text.bytes.span, ignoringCase: isFolded) {
                attempt.noteFit(of: segment)
            } else {
                let (reason, expected) = segment.fault(isEmpty: text.isEmpty)
                attempt.note(reason, number, expected: expected, found: text)
            }
        }
        if end < count {
            attempt.note(.pathEnds, end, expected: path[end].description, found: nil, count: count - end)
        } else if end > count, !path.endsInTail {
            attempt.note(.pathGoesOn, count, expected: nil, found: segments[count], count: end - count)
        }
    }

    /// Compares what a route asks for besides the path.
    private func compareRest(of route: RouteRecord, _ attempt: inout RouteAttempt) {
        if !route.takesScheme(of: url) {
            let schemes = route.schemes.sorted().joined(separator: " or ")
            attempt.note(.schemeDiffers, nil, expected: schemes, found: url.scheme)
        }
        if let host = route.content.host, !route.content.host.matches(url) {
            attempt.note(.hostDiffers, nil, expected: host.description, found: url.host)
        }
        for item in route.content.query where !item.matches(url) {
            let found = url.firstQueryValue(of: item.key)
            let reason = found == nil ? RouteAttempt.Reason.queryItemMissing : .queryItemRefused
            attempt.note(reason, nil, expected: item.querySpelling, found: found)
        }
    }
}

extension PatternSegment {
    /// Why text does not fit, and what would.
    fileprivate func fault(isEmpty: Bool) -> (RouteAttempt.Reason, String) {
        switch self {
        case .literal: (.literalDiffers, description)
        case .mixed: (.textDiffers, description)
        case .parameter(let parameter) where !isEmpty: (.typeRefuses, parameter.type?.name ?? description)
        case .parameter, .wildcard: (.emptySegment, description)
        }
    }
}

/// How far a route fits a URL.
struct RouteAttempt {
    typealias Reason = RouteExplanation.NearMiss.Reason

    let pattern: RoutePattern
    let number: Int

    /// The first thing that does not fit.
    private(set) var nearMiss: RouteExplanation.NearMiss?
    /// How many things do not fit; each segment counts that is missing or too many.
    private var faultCount = 0
    /// How many segments fit before the first that does not.
    var depth = 0
    /// How many segments fit that are more than a parameter.
    private var evidence = 0
    /// By how many bytes a literal differs that is spelled nearly so, else the most there are.
    private var distance = Int.max
    /// Whether some text agrees at the beginning.
    private(set) var beginsAlike = false

    init(pattern: RoutePattern, number: Int) {
        self.pattern = pattern
        self.number = number
    }

    mutating func noteFit(of segment: PatternSegment) {
        guard segment.rank < .parameter else { return }
        evidence += 1
        beginsAlike = beginsAlike || nearMiss == nil
    }

    mutating func note(_ reason: Reason, _ segment: Int?, expected: String?, found: String?, count: Int = 1) {
        faultCount += count
        guard nearMiss == nil else { return }
        nearMiss = .init(
            route: number, pattern: pattern, segment: segment, reason: reason, expected: expected, found: found)
        if reason == .literalDiffers, let expected, let found {
            distance = found.bytes.lowercased.distance(to: expected.bytes.lowercased)
        }
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

extension Bytes {
    /// How many bytes have to be changed, removed or added to make the text another one; the greatest number when more than
    /// a third differs, or when a text is long.
    fileprivate func distance(to other: Bytes) -> Int {
        let limit = Swift.max(count, other.count) / 3
        guard Swift.max(count, other.count) <= 64, abs(count - other.count) <= limit else { return .max }
        var distances = Array(0...other.count)
        for row in indices {
            var before = row
            distances[0] = row + 1
            for column in other.indices {
                let changed = before + (self[row] == other[column] ? 0 : 1)
                before = distances[column + 1]
                distances[column + 1] = Swift.min(changed, before + 1, distances[column] + 1)
            }
        }
        return distances[other.count] <= limit ? distances[other.count] : .max
    }
}
