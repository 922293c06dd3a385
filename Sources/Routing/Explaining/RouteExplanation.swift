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

    /// At most eight routes that differ least from the URL, best first: of each the pattern and the first difference, in one line.
    ///
    /// Some text of them agrees with the URL: a segment that is more than a parameter, or most letters of a literal.
    public fileprivate(set) var nearMisses: [String] = []

    /// Why no route was found.
    fileprivate var problem = "matches nothing."
}

extension RouteTable {
    /// Explains which route matches a URL, which routes nearly match, and why they do not.
    ///
    /// Linear in the routes.
    public func explain(_ url: String) -> RouteExplanation { tree.explain(url) }
}

extension RouteTree {
    /// Explains which route matches a URL, which routes nearly match, and why they do not.
    func explain(_ url: String) -> RouteExplanation {
        var explanation = RouteExplanation(url: url)
        do throws(URLTextError) {
            let address = try URLText(url)
            try addressing.check(address)
            guard let path = addressing.path(of: address) else {
                explanation.problem = "begins with none of the origins."
                return explanation
            }
            explanation.route = best(path, of: address)?.route
            explanation.pattern = explanation.route.map { records[$0].pattern }
            if let hint = patternWithHost(address)?.text.shortened {
                explanation.problem += """
                    \n“\(hint)” would fit if the host were a part of the path: name the URLs' origins.
                    """
            }
            explanation.nearMisses = nearMisses(of: address, path)
        } catch {
            explanation.problem = "is no URL that can be looked up. " + error.description
        }
        return explanation
    }

    /// What is found if the host is the first segment, where it is not; on the web, it never is.
    fileprivate func patternWithHost(_ url: URLText) -> RoutePattern? {
        let (path, isOfWeb) = (url.path(withHost: true), ["http", "https"].contains(url.scheme.lowercased()))
        guard case .host(let rule) = addressing, rule != .path, !isOfWeb else { return nil }
        // As any other segment, which is how this table knows its first ones.
        let range = PathRange(start: path.range.start, end: path.range.end, beginsWithHost: false)
        return best(PathText(text: path.text, range: range), of: url).map { records[$0.route].pattern }
    }

    /// The routes that differ least, each in one line.
    fileprivate func nearMisses(of url: URLText, _ path: PathText) -> [String] {
        let segments = path.segments
        let foldedCount = isIgnoringCase ? Int.max : path.range.beginsWithHost ? 1 : 0
        var nearest: [RouteAttempt] = []
        for record in records {
            var best: RouteAttempt?
            for path in record.pattern.expansions {
                let attempt = RouteAttempt(record, path, url, segments, foldedCount: foldedCount)
                if best.map({ attempt.isNearer(than: $0) }) ?? true { best = attempt }
            }
            guard let best, best.faultCount > 0, best.evidence > 0 || best.distance < .max else { continue }
            nearest.insert(best, at: nearest.firstIndex { best.isNearer(than: $0) } ?? nearest.count)
            if nearest.count > RouteExplanation.maximumNearMisses { nearest.removeLast() }
        }
        return nearest.filter { $0.faultCount == nearest[0].faultCount }.map { $0.reason }
    }
}

/// How far a path of a route fits a URL.
private struct RouteAttempt {
    /// The pattern, and the first thing that does not fit.
    private(set) var reason = ""
    /// How many things do not fit; each segment counts that is missing or too many.
    private(set) var faultCount = 0
    /// How many segments fit before the first that does not.
    private var depth = 0
    /// How many segments fit that are more than a parameter.
    private(set) var evidence = 0
    /// By how many bytes a literal differs that is spelled nearly so; the greatest number if nothing shows that the route was
    /// meant.
    private(set) var distance = Int.max

    init(_ route: RouteRecord, _ path: [PatternSegment], _ url: URLText, _ segments: [String], foldedCount: Int) {
        let (count, end) = (path.segmentsBeforeTail.count, segments.count)
        for number in 0..<min(count, end) {
            let (segment, text) = (path[number], segments[number].bytes)
            if segment.matches(text.span, ignoringCase: number < foldedCount) {
                evidence += segment.rank < .parameter ? 1 : 0
                depth += faultCount == 0 ? 1 : 0
            } else {
                let distance = segment.distance(to: text)
                note("segment \(number + 1) is", segments[number], not: segment.description, distance: distance)
            }
        }
        if end < count {
            note("the path ends before segment \(end + 1),", path[end].description, count: count - end)
        } else if end > count, !path.endsInTail {
            note("the path goes on with segment \(count + 1),", segments[count], count: end - count)
        }
        if !route.takesScheme(of: url) {
            let schemes = Array(route.schemes).sorted().joined(separator: "” or “")
            note("the scheme is", url.scheme, not: schemes, distance: 0)
        }
        if let host = route.pattern.host, !route.pattern.host.matches(url) {
            note("the host is", url.host, not: host.description, distance: 0)
        }
        for item in route.pattern.query where !item.matches(url) {
            note("the query has no item", item.querySpelling, distance: 0)
        }
        if faultCount > 0 { reason = "“\(route.pattern.text.shortened)”: \(reason)." }
    }

    @inline(never)
    private mutating func note(
        _ reason: String, _ found: String?, not expected: String? = nil, distance: Int = .max, count: Int = 1
    ) {
        faultCount += count
        guard faultCount == count else { return }
        self.distance = distance
        self.reason = reason + (found.map { " “\($0.shortened)”" } ?? " nothing")
        if let expected { self.reason += ", not “\(expected.shortened)”" }
    }

    /// Whether this fits better than one of an earlier route or path.
    func isNearer(than other: Self) -> Bool {
        (faultCount, -depth, distance, -evidence) < (other.faultCount, -other.depth, other.distance, -other.evidence)
    }
}

extension PatternSegment {
    /// By how many bytes a text that does not match differs from a literal that is spelled nearly so; 0 if it is not of the type,
    /// and otherwise the greatest number.
    fileprivate func distance(to text: Bytes) -> Int {
        guard case .literal(let literal) = self else { return isTypedOrMixed && !text.isEmpty ? 0 : .max }
        let (own, other) = (literal.lowercased, text.lowercased)
        let prefix = zip(own, other).prefix { $0 == $1 }.count
        let suffix = zip(own.reversed(), other.reversed()).prefix { $0 == $1 }.count
        let longest = max(own.count, other.count)
        let distance = longest - min(prefix + suffix, own.count, other.count)
        return distance <= longest / 3 ? distance : .max
    }
}

extension RouteExplanation: CustomStringConvertible {
    /// The route that was found, and one line for each near miss.
    public var description: String {
        let names = guards.isEmpty ? "" : ", behind " + guards.map(\.quoted).joined(separator: ", ")
        let result = pattern.map { "matches \($0.text.quoted)\(names)." } ?? problem
        return (["\(url.shortened) \(result)"] + nearMisses).joined(separator: "\n")
    }
}

extension String {
    /// The text as it can be printed, or its beginning when it is too long for a line.
    fileprivate var shortened: String { utf8.count > 200 ? shortened(to: 80).printed + "…" : printed }
}
