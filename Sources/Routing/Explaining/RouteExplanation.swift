/// Why a URL matches a route or none: the route that was found, and the routes that nearly match.
///
/// ```swift
/// print(table.explain("shop://user/abc/edit"))
/// // shop://user/abc/edit matches nothing.
/// // “/user/:id:Int/edit”: segment 2 is “abc”, not “:id:Int”.
/// ```
public struct RouteExplanation: Sendable {
    static let maximumNearMisses = 8

    /// The URL as it was given.
    public internal(set) var url: String

    /// The names of the guards of the route that was found, in their order; a table has no guards.
    public internal(set) var guards: [String] = []

    /// The number of the route that was found, in ``RouteTable/routes``; `nil` if there is none.
    public fileprivate(set) var route: Int?

    /// The pattern of the route that was found.
    public fileprivate(set) var pattern: RoutePattern?

    /// The problem of the text, if it is not a valid URL.
    fileprivate(set) var urlError: URLTextError?

    /// Whether the URL begins with none of the table's origins.
    fileprivate(set) var isOutsideOrigins = false

    /// The pattern that would match if the host were the first segment of the path, as with the ``Origin``
    /// `shop://`; `nil` if there is none, if a route was found, and in the schemes of the web.
    fileprivate(set) var patternWithHost: RoutePattern?

    /// At most eight routes that nearly match, best first.
    ///
    /// A near miss has one difference, and agrees with the longest beginning of the path. If the difference is a literal or
    /// the length of the path, some text must agree: another segment that is more than a parameter, or most letters of the
    /// literal.
    public fileprivate(set) var nearMisses: [NearMiss] = []

    /// How many more routes nearly match.
    fileprivate(set) var omittedCount = 0

    /// A route that nearly matches a URL, and the first difference.
    public struct NearMiss: Sendable, CustomStringConvertible {
        /// The number of the route in ``RouteTable/routes``.
        public let route: Int

        /// The pattern of the route.
        public let pattern: RoutePattern

        /// The number of the failing segment in the path of the URL, from 0; `nil` when the path is not the reason.
        public let segment: Int?
        fileprivate let reason: String

        /// The pattern and the difference, in one line.
        public var description: String { "“\(pattern.text.shortened)”: \(reason)." }
    }
}

extension RouteTable {
    /// Explains which route matches a URL, which routes nearly match, and why they do not.
    ///
    /// Linear in the routes.
    public func explain(_ url: String) -> RouteExplanation {
        var explanation = RouteExplanation(url: url)
        do throws(URLTextError) {
            let address = try URLText(url)
            try check(address)
            guard let path = tree.addressing.path(of: address) else {
                explanation.isOutsideOrigins = true
                return explanation
            }
            explanation.route = tree.best(path, of: address)?.route
            explanation.pattern = explanation.route.map { tree.records[$0].pattern }
            if explanation.route == nil { explanation.patternWithHost = tree.patternWithHost(address) }
            let segments = path.segments
            let foldedCount = tree.isIgnoringCase ? Int.max : path.range.beginsWithHost ? 1 : 0
            let attempts = tree.records.enumerated().compactMap { number, record in
                let paths = record.pattern.expansions.map { path in
                    RouteAttempt(record, number, path, address, segments, foldedCount: foldedCount)
                }
                return paths.contains { $0.nearMiss == nil } ? nil : paths.min { $0.isBetter(than: $1) }
            }
            let longest = attempts.reduce(-1) { $1.beginsAlike ? max($0, $1.depth) : $0 }
            let near = attempts.filter { $0.isNear || $0.beginsAlike && $0.depth == longest }
            let best = near.sorted { $0.isBetter(than: $1) }.compactMap(\.nearMiss)
            explanation.nearMisses = Array(best.prefix(RouteExplanation.maximumNearMisses))
            explanation.omittedCount = near.count - explanation.nearMisses.count
        } catch {
            explanation.urlError = error
        }
        return explanation
    }
}

extension RouteTree {
    /// What is found if the host is the first segment, where it is not; on the web, it never is.
    fileprivate func patternWithHost(_ url: URLText) -> RoutePattern? {
        let (path, isOfWeb) = (url.path(withHost: true), ["http", "https"].contains(url.scheme.lowercased()))
        guard case .host(let rule) = addressing, rule != .path, !isOfWeb else { return nil }
        // As any other segment, which is how this table knows its first ones.
        let range = PathRange(start: path.range.start, end: path.range.end, beginsWithHost: false)
        return best(PathText(text: path.text, range: range), of: url).map {
            records[$0.route].pattern
        }
    }
}

/// How far a path of a route fits a URL.
private struct RouteAttempt {
    private let pattern: RoutePattern
    private let number: Int

    /// The first thing that does not fit.
    private(set) var nearMiss: RouteExplanation.NearMiss?
    /// How many things do not fit; each segment counts that is missing or too many.
    private var faultCount = 0
    /// How many segments fit before the first that does not.
    private(set) var depth = 0
    /// How many segments fit that are more than a parameter.
    private var evidence = 0
    /// By how many bytes a literal differs that is spelled nearly so; the greatest number if nothing shows that the route was
    /// meant.
    private var distance = Int.max
    /// Whether some text agrees at the beginning.
    private(set) var beginsAlike = false

    init(
        _ route: RouteRecord, _ number: Int, _ path: [PatternSegment], _ url: URLText, _ segments: [String],
        foldedCount: Int
    ) {
        pattern = route.pattern
        self.number = number
        compare(path, segments, foldedCount)
        depth = nearMiss?.segment ?? segments.count
        compareConditions(of: route, url)
    }

    private mutating func compare(_ path: [PatternSegment], _ segments: [String], _ foldedCount: Int) {
        let (count, end) = (path.segmentsBeforeTail.count, segments.count)
        for (number, (segment, text)) in zip(path.segmentsBeforeTail, segments).enumerated() {
            if segment.matches(text.bytes.span, ignoringCase: number < foldedCount) {
                guard segment.rank < .parameter else { continue }
                evidence += 1
                beginsAlike = beginsAlike || nearMiss == nil
            } else {
                let reason = "segment \(number + 1) is “\(text.shortened)”, not “\("\(segment)".shortened)”"
                note(reason, number, distance: segment.distance(to: text.bytes))
            }
        }
        if end < count {
            let expected = "\(path[end])".shortened
            note("the path ends before segment \(end + 1), “\(expected)”", end, distance: .max, count: count - end)
        } else if end > count, !path.endsInTail {
            let found = "segment \(count + 1), “\(segments[count].shortened)”"
            note("the path goes on with \(found)", count, distance: .max, count: end - count)
        }
    }

    private mutating func compareConditions(of route: RouteRecord, _ url: URLText) {
        if !route.takesScheme(of: url) {
            let schemes = route.schemes.sorted().joined(separator: " or ").shortened
            note("the scheme is “\(url.scheme.shortened)”, not \(schemes)")
        }
        if let host = route.pattern.host, !route.pattern.host.matches(url) {
            let found = url.host.map { "“\($0.shortened)”" } ?? "nothing"
            note("the host is \(found), not “\("\(host)".shortened)”")
        }
        for item in route.pattern.query where !item.matches(url) {
            note("the query has no item “\(item.querySpelling.shortened)”")
        }
    }

    private mutating func note(_ reason: String, _ segment: Int? = nil, distance: Int = 0, count: Int = 1) {
        faultCount += count
        guard nearMiss == nil else { return }
        nearMiss = .init(route: number, pattern: pattern, segment: segment, reason: reason)
        self.distance = distance
    }

    /// Whether everything but one thing fits, and that is no accident.
    var isNear: Bool { faultCount == 1 && (evidence > 0 || distance < .max) }

    func isBetter(than other: RouteAttempt) -> Bool {
        (faultCount, -depth, distance, -evidence, number)
            < (other.faultCount, -other.depth, other.distance, -other.evidence, other.number)
    }
}

extension PatternSegment {
    /// How far a text that does not match is from one that does: by its bytes, if this is a literal, and 0 if it is not of the
    /// type.
    fileprivate func distance(to text: Bytes) -> Int {
        if case .literal(let literal) = self { return text.lowercased.distance(to: literal.lowercased) }
        return isTypedOrMixed && !text.isEmpty ? 0 : .max
    }
}

extension Bytes {
    /// How many bytes lie between the beginning and the end that two texts share; the greatest number when these are more than
    /// a third.
    fileprivate func distance(to other: Bytes) -> Int {
        let prefix = zip(self, other).prefix { $0 == $1 }.count
        let suffix = zip(reversed(), other.reversed()).prefix { $0 == $1 }.count
        let longest = Swift.max(count, other.count)
        let distance = longest - Swift.min(prefix + suffix, count, other.count)
        return distance <= longest / 3 ? distance : .max
    }
}

extension RouteExplanation: CustomStringConvertible {
    /// The route that was found, and one line for each near miss.
    public var description: String {
        var lines = [url.shortened + result]
        if let hint = patternWithHost?.text.shortened {
            lines.append("“\(hint)” would fit if the host were a part of the path: name the URLs' origins.")
        }
        lines += nearMisses.map(\.description)
        if omittedCount > 0 { lines.append("… and \(omittedCount) more") }
        return lines.joined(separator: "\n")
    }

    private var result: String {
        if let urlError { return " is no URL that can be looked up. " + urlError.description }
        if isOutsideOrigins { return " begins with none of the origins." }
        guard let pattern else { return " matches nothing." }
        let names = guards.map(\.quoted).joined(separator: ", ")
        return " matches " + pattern.text.quoted + (names.isEmpty ? "." : ", behind \(names).")
    }
}

extension String {
    /// The text as it can be printed, or its beginning when it is too long for a line.
    fileprivate var shortened: String { utf8.count > 200 ? shortened(to: 80).printed + "…" : printed }
}
