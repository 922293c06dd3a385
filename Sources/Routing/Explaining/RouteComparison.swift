/// Compares a URL with routes, one by one.
struct RouteComparison {
    private let url: URLText
    private let segments: [String]
    private let isIgnoringCase: Bool
    private let isHostFirst: Bool

    init(_ url: URLText, _ path: PathText, isIgnoringCase: Bool) {
        self.url = url
        segments = path.segments(from: path.start)
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

    /// How far a route fits by the best of its paths; `nil` when all of it does.
    func attempt(_ route: ConflictRoute) -> RouteAttempt? {
        let others = otherFaults(of: route)
        var best: RouteAttempt?
        for path in route.expansions {
            let pathFaults = self.pathFaults(of: path)
            guard let first = pathFaults.first ?? others.first else { return nil }
            let rest = path.segmentsBeforeTail
            let failing = Set(pathFaults.compactMap(\.segment))
            let fitting = rest.indices.filter {
                $0 < segments.count && !failing.contains($0) && rest[$0].rank < .parameter
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
            let schemes = route.schemes.sorted().joined(separator: " or ")
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
