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
    public let url: String

    /// The names of the guards of the route that was found, in their order; a table has no guards.
    public internal(set) var guards: [String] = []

    /// The source locations of the blocks that are asked before the guards; a table has no blocks.
    public internal(set) var blocks: [SourceLocation] = []

    /// A Boolean value that indicates whether the route that was found declines because its owner was released.
    public internal(set) var isOwnerReleased = false

    /// The fallback that has the route that was found; `nil` if the router itself has it, or a table.
    public internal(set) var fallback: Router?

    /// The number of the route that was found, in ``RouteTable/routes`` of the table or of the router that has it; `nil` if there is
    /// none.
    public private(set) var route: Int?

    /// The pattern of the route that was found.
    public private(set) var pattern: RoutePattern?

    /// The routes that differ least from the URL, at most eight, best first: one line with the pattern and the first
    /// difference.
    ///
    /// Some text of them agrees with the URL: a segment that is more than a parameter, or most letters of a literal. If
    /// a route was found, these are routes that would be asked before it.
    public private(set) var nearMisses: [String] = []

    /// The number of the tree that has the route that was found.
    private(set) var treeNumber: Int?

    /// The reason why no route was found, as the end of a sentence.
    private var problem = "begins with none of the origins."

    /// Explains why a URL cannot be looked up.
    init(_ url: String, _ error: URLTextError) {
        self.url = url
        problem = "is not a URL that can be looked up. " + error.description
    }

    /// Explains the lookup of a URL in trees, each of which is asked if those before it have no route that matches.
    ///
    /// - Parameters:
    ///   - url: The URL as it was given.
    ///   - address: The URL that is looked up; `nil` if no URL has the path that was given.
    ///   - trees: The routes of a table, or of a router and its fallbacks.
    init(_ url: String, at address: URLText?, in trees: [RouteTree]) {
        self.url = url
        guard let address else {
            problem = "matches nothing."
            return
        }
        var found: RouteHit?
        for (number, tree) in trees.enumerated() where found == nil {
            guard let path = tree.addressing.path(of: address) else { continue }
            problem = "matches nothing."
            found = tree.best(path, of: address)
            guard let found else { continue }
            treeNumber = number
            route = found.route
            pattern = tree.records[found.route].pattern
        }
        var nearest: [RouteAttempt] = []
        for (number, tree) in trees.enumerated() where number <= treeNumber ?? number {
            let isLast = number == treeNumber
            tree.addNearMisses(of: address, before: isLast ? found : nil, ofMatch: found != nil, to: &nearest)
        }
        nearMisses = nearest.filter { $0.faultCount == nearest[0].faultCount }.map(\.reason)
        if found == nil, let hint = trees.lazy.compactMap({ $0.patternWithHost(address) }).first {
            problem += """
                \n“\(hint.text.shortened)” would fit if the host were a part of the path: name the URLs' origins.
                """
        }
    }
}

extension RouteTable {
    /// Explains which route matches a URL, which routes nearly match, and why they do not.
    ///
    /// Linear in the routes. Of a table with which a lookup would take too many steps, only the first routes are
    /// compared.
    public func explain(_ url: String) -> RouteExplanation {
        do throws(URLTextError) {
            let address = try URLText(url)
            try tree.addressing.check(address)
            return RouteExplanation(url, at: address, in: [tree])
        } catch {
            return RouteExplanation(url, error)
        }
    }
}

extension RouteTree {
    /// Returns the pattern that the URL would match if its host were the first segment; `nil` for URLs of the web.
    fileprivate func patternWithHost(_ url: URLText) -> RoutePattern? {
        let path = url.path(withHost: true)
        let isOfWeb = ["http", "https"].contains(url.scheme.lowercased())
        guard case .host(let rule) = addressing, rule != .path, !isOfWeb else { return nil }
        // This table has no hosts as segments, so the host is looked up as an ordinary segment.
        let range = PathRange(start: path.range.start, end: path.range.end, beginsWithHost: false)
        return best(PathText(text: path.text, range: range), of: url).map { records[$0.route].pattern }
    }

    /// Adds the routes that differ least from a URL to those of other trees, the nearest first.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - found: The match in this tree; only routes that are asked before it are added.
    ///   - isMatched: `true` if this tree or a later one matches; then only paths of the URL's length are added.
    ///   - nearest: The routes that differ least, at most as many as an explanation has.
    fileprivate func addNearMisses(
        of url: URLText, before found: RouteHit?, ofMatch isMatched: Bool, to nearest: inout [RouteAttempt]
    ) {
        guard let path = addressing.path(of: url) else { return }
        let last = found.map { records[$0.route].precedence(of: records[$0.route].pattern.expansions[$0.expansion]) }
        let segments = path.segments.map(\.bytes)
        let foldedCount = isIgnoringCase ? Int.max : path.range.beginsWithHost ? 1 : 0
        var steps = 0
        for record in records where steps <= RouteTree.maximumSteps {
            var best: RouteAttempt?
            for path in record.pattern.expansions where !isMatched || path.mayHave(segments.count) {
                if let last, !record.precedence(of: path).lexicographicallyPrecedes(last) { continue }
                let attempt = RouteAttempt(record, path, url, segments, foldedCount: foldedCount, &steps)
                if best.map({ attempt.isNearer(than: $0) }) ?? true { best = attempt }
            }
            guard let best, best.faultCount > 0, best.evidence > 0 || best.distance < .max else { continue }
            nearest.insert(best, at: nearest.firstIndex { best.isNearer(than: $0) } ?? nearest.count)
            if nearest.count > RouteExplanation.maximumNearMisses { nearest.removeLast() }
        }
    }
}

extension RouteExplanation: CustomStringConvertible {
    /// The route that was found, and one line for each near miss.
    public var description: String {
        let names = guards.isEmpty ? "" : ", behind " + guards.map(\.quoted).joined(separator: ", ")
        let declines = isOwnerReleased ? " It declines: its owner was released." : ""
        let owner = fallback.map { " of the fallback" + ($0.name.map { " " + $0.quoted } ?? "") } ?? ""
        let result = pattern.map { "matches \($0.text.quoted)\(owner)\(names).\(declines)" } ?? problem
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
