/// A comparison of one path of a route with a URL.
struct RouteAttempt {
    private let pattern: RoutePattern
    /// Describes the first thing that does not fit; called for the few attempts that are shown.
    private var describe: () -> String = { "" }
    /// The number of things that do not fit; each segment counts that is missing or too many.
    private(set) var faultCount = 0
    /// The number of segments that fit before the first that does not.
    private var depth = 0
    /// The number of segments that fit and are more than a parameter.
    private(set) var evidence = 0
    /// The number of bytes by which a literal differs that is spelled nearly so; the greatest number if nothing shows
    /// that the route was meant.
    private(set) var distance = Int.max

    /// The pattern and the first thing that does not fit, in one line.
    var reason: String { "“\(pattern.text.shortened)”: \(describe())." }

    /// Compares a path of a route with the decoded segments of a URL, of which the first ones may be in any case.
    ///
    /// The work that this takes is added to the steps.
    init(
        _ route: RouteRecord, _ path: [PatternSegment], _ url: URLText, _ segments: [Bytes], foldedCount: Int,
        _ steps: inout Int
    ) {
        pattern = route.pattern
        compare(path, segments, foldedCount: foldedCount, &steps)
        steps += route.pattern.query.count * (url.parts.query?.count ?? 0)
        if !route.takesScheme(of: url) {
            note(
                "the scheme is", url.scheme, not: Array(route.schemes).sorted().joined(separator: "” or “"), distance: 0
            )
        }
        if let host = route.pattern.host, !route.pattern.host.matches(url) {
            note("the host is", url.host, not: host.description, distance: 0)
        }
        for item in route.pattern.query where !item.matches(url) {
            note("the query has no item", item.querySpelling, distance: 0)
        }
    }

    private mutating func compare(
        _ path: [PatternSegment], _ segments: [Bytes], foldedCount: Int, _ steps: inout Int
    ) {
        let count = path.segmentsBeforeTail.count
        let end = segments.count
        for number in 0..<min(count, end) {
            let segment = path[number]
            let text = segments[number]
            steps += 1
            if segment.matches(text.span, ignoringCase: number < foldedCount, &steps) {
                evidence += segment.rank < .parameter ? 1 : 0
                depth += faultCount == 0 ? 1 : 0
            } else {
                steps += text.count
                let distance = segment.distance(to: text)
                note(
                    "segment \(number + 1) is", String(decoding: text, as: UTF8.self), not: segment.description,
                    distance: distance)
            }
        }
        if end < count {
            note("the path ends before segment \(end + 1),", path[end].description, count: count - end)
        } else if end > count, !path.endsInTail {
            note(
                "the path continues with segment \(count + 1),", String(decoding: segments[count], as: UTF8.self),
                count: end - count)
        }
    }

    private mutating func note(
        _ reason: @autoclosure @escaping () -> String, _ found: @autoclosure @escaping () -> String?,
        not expected: @autoclosure @escaping () -> String? = nil, distance: Int = .max, count: Int = 1
    ) {
        faultCount += count
        guard faultCount == count else { return }
        self.distance = distance
        describe = {
            let text = reason() + (found().map { " “\($0.shortened)”" } ?? " nothing")
            return text + (expected().map { ", not “\($0.shortened)”" } ?? "")
        }
    }

    /// Returns whether this fits better than one of an earlier route or path.
    func isNearer(than other: Self) -> Bool {
        (faultCount, -depth, distance, -evidence) < (other.faultCount, -other.depth, other.distance, -other.evidence)
    }
}

extension PatternSegment {
    /// The number of bytes by which a text differs from a literal that is spelled nearly so; 0 if it is not of the
    /// type, and otherwise the greatest number.
    fileprivate func distance(to text: Bytes) -> Int {
        guard case .literal(let literal) = self else { return isTypedOrMixed && !text.isEmpty ? 0 : .max }
        let own = literal.lowercased
        let other = text.lowercased
        let prefix = zip(own, other).prefix { $0 == $1 }.count
        let suffix = zip(own.reversed(), other.reversed()).prefix { $0 == $1 }.count
        let longest = max(own.count, other.count)
        let distance = longest - min(prefix + suffix, own.count, other.count)
        return distance <= longest / 3 ? distance : .max
    }
}
