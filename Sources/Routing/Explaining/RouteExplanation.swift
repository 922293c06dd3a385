public import SignalboxCore

/// An explanation of a lookup: the route that a URL matches, and the routes that nearly match.
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

    /// The source locations of the blocks that are asked before the guards; a table has no blocks.
    public internal(set) var blocks: [SourceLocation] = []

    /// A Boolean value that indicates whether the route that was found declines because its owner was released.
    public internal(set) var isOwnerReleased = false

    /// The number of the route that was found, in ``RouteTable/routes``; `nil` if there is none.
    public fileprivate(set) var route: Int?

    /// The pattern of the route that was found.
    public fileprivate(set) var pattern: RoutePattern?

    /// The routes that differ least from the URL, at most eight, best first: one line with the pattern and the first
    /// difference.
    ///
    /// Some text of them agrees with the URL: a segment that is more than a parameter, or most letters of a literal. If
    /// a route was found, these are routes that would be asked before it.
    public fileprivate(set) var nearMisses: [String] = []

    /// The reason why no route was found, as the end of a sentence.
    fileprivate var problem = "matches nothing."
}

extension RouteTable {
    /// Explains which route matches a URL, which routes nearly match, and why they do not.
    ///
    /// Linear in the routes. Of a table with which a lookup would take too many steps, only the first routes are
    /// compared.
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
            let found = best(path, of: address)
            explanation.route = found?.route
            explanation.pattern = explanation.route.map { records[$0].pattern }
            if let hint = patternWithHost(address)?.text.shortened {
                explanation.problem += """
                    \n“\(hint)” would fit if the host were a part of the path: name the URLs' origins.
                    """
            }
            explanation.nearMisses = nearMisses(of: address, path, before: found)
        } catch {
            explanation.problem = "is not a URL that can be looked up. " + error.description
        }
        return explanation
    }

    /// Returns the pattern that the URL would match if its host were the first segment; `nil` for URLs of the web.
    fileprivate func patternWithHost(_ url: URLText) -> RoutePattern? {
        let path = url.path(withHost: true)
        let isOfWeb = ["http", "https"].contains(url.scheme.lowercased())
        guard case .host(let rule) = addressing, rule != .path, !isOfWeb else { return nil }
        // This table has no hosts as segments, so the host is looked up as an ordinary segment.
        let range = PathRange(start: path.range.start, end: path.range.end, beginsWithHost: false)
        return best(PathText(text: path.text, range: range), of: url).map { records[$0.route].pattern }
    }

    /// The routes that differ least, each in one line; if a route was found, of those that would be asked before it.
    fileprivate func nearMisses(of url: URLText, _ path: PathText, before found: RouteHit?) -> [String] {
        let last = found.map { records[$0.route].precedence(of: records[$0.route].pattern.expansions[$0.expansion]) }
        let segments = path.segments.map(\.bytes)
        let foldedCount = isIgnoringCase ? Int.max : path.range.beginsWithHost ? 1 : 0
        var nearest: [RouteAttempt] = []
        var steps = 0
        for record in records where steps <= RouteTree.maximumSteps {
            var best: RouteAttempt?
            for path in record.pattern.expansions {
                if let last {
                    let isBefore = record.precedence(of: path).lexicographicallyPrecedes(last)
                    guard isBefore, path.mayHave(segments.count) else { continue }
                }
                let attempt = RouteAttempt(record, path, url, segments, foldedCount: foldedCount, &steps)
                if best.map({ attempt.isNearer(than: $0) }) ?? true { best = attempt }
            }
            guard let best, best.faultCount > 0, best.evidence > 0 || best.distance < .max else { continue }
            nearest.insert(best, at: nearest.firstIndex { best.isNearer(than: $0) } ?? nearest.count)
            if nearest.count > RouteExplanation.maximumNearMisses { nearest.removeLast() }
        }
        return nearest.filter { $0.faultCount == nearest[0].faultCount }.map { $0.reason }
    }
}

extension RouteExplanation: CustomStringConvertible {
    /// The route that was found, and one line for each near miss.
    public var description: String {
        let names = guards.isEmpty ? "" : ", behind " + guards.map(\.quoted).joined(separator: ", ")
        let declines = isOwnerReleased ? " It declines: its owner was released." : ""
        let result = pattern.map { "matches \($0.text.quoted)\(names).\(declines)" } ?? problem
        let asked = blocks.map { "The block at \($0) is asked before." }
        return (["\(url.shortened) \(result)"] + asked + nearMisses).joined(separator: "\n")
    }
}

extension [PatternSegment] {
    /// Returns whether a URL with so many segments may match the path.
    fileprivate func mayHave(_ count: Int) -> Bool {
        endsInTail ? segmentsBeforeTail.count <= count : self.count == count
    }
}

extension String {
    /// The text as it can be printed, or its beginning when it is too long for a line.
    var shortened: String { utf8.count > 200 ? shortened(to: 80).printed + "…" : printed }
}
