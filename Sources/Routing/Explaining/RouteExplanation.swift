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
    fileprivate private(set) var treeNumber: Int?

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

extension Router {
    /// Explains which route matches a URL first, or which routes nearly match, where they fail, and why.
    ///
    /// ```swift
    /// router.onUnmatched { miss in log("\(router.explain(miss.url))") }
    /// ```
    ///
    /// A string that begins with a slash is a path, as in ``open(path:extras:payload:following:fileID:line:)``. If no route
    /// matches, the fallback is asked, as in an opening. No guard and no handler is called. Linear in the number of routes.
    public func explain(_ url: String) -> RouteExplanation {
        do throws(URLTextError) {
            let address = try url.begins(with: "/") ? addressing.address(of: url) : URLText(url)
            if let address { try addressing.check(address) }
            return explain(url, at: address)
        } catch {
            return RouteExplanation(url, error)
        }
    }

    private func explain(_ url: String, at address: URLText?) -> RouteExplanation {
        let routers = Array(chain)
        let tables = routers.map(\.table)
        var explanation = RouteExplanation(url, at: address, in: tables.map(\.tree))
        guard let number = explanation.treeNumber, let route = explanation.route else { return explanation }
        let found = tables[number].values[route]
        explanation.fallback = number == 0 ? nil : routers[number]
        explanation.guards = found.guards.map(\.name)
        explanation.isOwnerReleased = found.isOwnerReleased
        explanation.blocks = allBlocks.map(\.location)
        return explanation
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

/// A comparison of one path of a route with a URL.
private struct RouteAttempt {
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
