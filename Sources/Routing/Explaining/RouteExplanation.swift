extension RouteTable {
    /// Tells which route a URL leads to, and which ones come near and why they do not fit.
    ///
    /// Made for those who look for a mistake: linear in the routes.
    public func explain(_ url: String) -> RouteExplanation {
        RouteExplanation(of: url, in: index)
    }
}

/// Why a URL leads to a route or to none: what was found, and which routes came near.
///
/// ```swift
/// print(table.explain("shop://user/abc/edit"))
/// // shop://user/abc/edit matches nothing.
/// // “/user/:id:Int/edit”: segment 2 is “abc”, which is not of the type Int.
/// ```
public struct RouteExplanation: Sendable, Hashable {
    /// How many near misses are told at most.
    public static let maximumNearMisses = 8

    /// The URL as it was given.
    public internal(set) var url: String

    /// The names of the guards that are asked before the route that is found, in that order; a table alone has none.
    public internal(set) var guards: [String] = []

    /// The number of the route that is found, in ``RouteTable/routes``; `nil` when there is none.
    public let route: Int?

    /// The pattern of the route that is found.
    public let pattern: RoutePattern?

    /// What is wrong with the text, when it is no URL at all.
    public let urlError: URLTextError?

    /// Whether the URL begins with none of the table's origins.
    public let isOutsideOrigins: Bool

    /// The pattern that would be found if the host were the first segment of the path, as it is behind the ``Origin``
    /// `shop://`; `nil` when there is none, when a route is found as it is, and on the web.
    public let patternWithHost: RoutePattern?

    /// Routes that came near, best first.
    ///
    /// That is a route by which everything fits but one thing, and one of those that agree with the beginning of the
    /// path longest. Where the one thing is a literal or the length of the path, some text has to agree: another
    /// segment that is more than a parameter, or the spelling of the literal but for a few letters.
    public let nearMisses: [NearMiss]

    /// How many more came near.
    public let omittedCount: Int

    init(
        url: String, route: Int? = nil, pattern: RoutePattern? = nil, urlError: URLTextError? = nil,
        isOutsideOrigins: Bool = false, patternWithHost: RoutePattern? = nil, nearMisses: [NearMiss] = [],
        omittedCount: Int = 0
    ) {
        self.url = url
        self.route = route
        self.pattern = pattern
        self.urlError = urlError
        self.isOutsideOrigins = isOutsideOrigins
        self.patternWithHost = patternWithHost
        self.nearMisses = nearMisses
        self.omittedCount = omittedCount
    }

    /// Feeds the URL to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: url) }
}

extension RouteExplanation {
    fileprivate init(of text: String, in index: RouteIndex) {
        do throws(URLTextError) {
            let url = try URLText(text)
            try index.addressing.check(url)
            guard let path = index.addressing.path(of: url) else {
                self.init(url: text, isOutsideOrigins: true)
                return
            }
            var comparison = RouteComparison(url, path, isIgnoringCase: index.isIgnoringCase)
            let records = index.records.all
            for (number, record) in records.enumerated() { comparison.add(record, number: number) }
            let found = index.matcher.best(path, of: url)?.route
            let (nearMisses, omittedCount) = comparison.nearMisses
            let foundWithHost = found == nil ? index.bestWithHost(url)?.route : nil
            self.init(
                url: text, route: found, pattern: found.map { records[$0].pattern },
                patternWithHost: foundWithHost.map { records[$0].pattern }, nearMisses: nearMisses,
                omittedCount: omittedCount)
        } catch {
            self.init(url: text, urlError: error)
        }
    }
}

extension RouteExplanation: CustomStringConvertible {
    /// What was found, then one line for every near miss.
    public var description: String {
        var text = url.shortened + result
        if let hint = patternWithHost?.text.shortened {
            text += "\n“\(hint)” would fit if the host were a part of the path: name the URLs' origins."
        }
        for nearMiss in nearMisses { text += "\n" + nearMiss.description }
        if omittedCount > 0 { text += "\n… and \(omittedCount) more" }
        return text
    }

    private var result: String {
        if let urlError { return " is no URL that can be looked up. " + urlError.description }
        if let url = try? URLText(url), url.parts.isForeign, isOutsideOrigins {
            return " leads a browser to another host than the text shows, or to none."
        }
        if isOutsideOrigins { return " begins with none of the origins." }
        guard let pattern else { return " matches nothing." }
        let names = guards.map(\.quoted).joined(separator: ", ")
        return " matches " + pattern.text.quoted + (names.isEmpty ? "." : ", behind \(names).")
    }
}

extension RouteIndex {
    /// What is found if the host is the first segment, where it is not; on the web, it never is.
    fileprivate func bestWithHost(_ url: URLText) -> RouteHit? {
        let scheme = url.scheme.lowercased()
        guard case .host(let rule) = addressing, rule != .path, scheme != "http", scheme != "https" else { return nil }
        let path = url.path(hostRule: .path)
        // As any other segment, which is how this table knows its first ones.
        let range = PathRange(start: path.start, end: path.end, beginsWithHost: false)
        return matcher.best(PathText(copy: path.copy, range: range), of: url)
    }
}

extension String {
    /// The text as it can be printed, or its beginning when it is too long for a line.
    var shortened: String { utf8.count > 200 ? shortened(to: 80).printed + "…" : printed }
}
