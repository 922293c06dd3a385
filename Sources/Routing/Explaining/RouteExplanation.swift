/// Why a URL leads to a route or to none: what was found, and which routes came near.
///
/// ```swift
/// print(table.explain("shop://user/abc/edit"))
/// // shop://user/abc/edit matches nothing.
/// // “/user/:id:Int/edit”: segment 2 is “abc”, which is not of the type Int.
/// ```
public struct RouteExplanation: Sendable, Hashable {
    /// The greatest number of near misses in an explanation.
    static let maximumNearMisses = 8

    /// The URL as it was given.
    public internal(set) var url: String

    /// The names of the guards that are asked before the route that is found, in that order; a table alone has none.
    public internal(set) var guards: [String] = []

    /// The number of the route that is found, in ``RouteTable/routes``; `nil` when there is none.
    public fileprivate(set) var route: Int?

    /// The pattern of the route that is found.
    public fileprivate(set) var pattern: RoutePattern?

    /// What is wrong with the text, when it is no URL at all.
    public fileprivate(set) var urlError: URLTextError?

    /// Whether the URL begins with none of the table's origins.
    public fileprivate(set) var isOutsideOrigins = false

    /// The pattern that would be found if the host were the first segment of the path, as it is behind the ``Origin``
    /// `shop://`; `nil` when there is none, when a route is found as it is, and on the web.
    public fileprivate(set) var patternWithHost: RoutePattern?

    /// Routes that came near, best first; no more than eight.
    ///
    /// That is a route by which everything fits but one thing, and one of those that agree with the beginning of the
    /// path longest. Where the one thing is a literal or the length of the path, some text has to agree: another
    /// segment that is more than a parameter, or the spelling of the literal but for a few letters.
    public fileprivate(set) var nearMisses: [NearMiss] = []

    /// How many more came near.
    public fileprivate(set) var omittedCount = 0

    /// Feeds the URL to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: url) }

    /// A route that nearly fits a URL, and the first thing that does not.
    public struct NearMiss: Sendable, Hashable {
        /// The number of the route in ``RouteTable/routes``.
        public let route: Int

        /// The pattern of the route.
        public let pattern: RoutePattern

        /// The number of the failing segment in the path of the URL, from 0; `nil` when the path is not the reason.
        public let segment: Int?

        /// Why the route does not fit.
        public let reason: Reason

        /// What would fit: a segment as the pattern spells it, the name of a type, the query item, the schemes or the host;
        /// `nil` when the path would have to end.
        public let expected: String?

        /// What the URL has there, decoded; `nil` when it has nothing.
        public let found: String?
    }
}

extension RouteExplanation.NearMiss {
    /// Why a route does not fit.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// The reason in a few words.
        public let description: String

        /// A segment is not the literal.
        public static let literalDiffers = Reason(description: "literal differs")

        /// A segment does not look like the literal text and the parameters of a mixed one.
        public static let textDiffers = Reason(description: "text differs")

        /// A segment is not of the type of the parameter.
        public static let typeRefuses = Reason(description: "type refuses")

        /// A segment is empty.
        public static let emptySegment = Reason(description: "empty segment")

        /// The path has fewer segments.
        public static let pathEnds = Reason(description: "path ends")

        /// The path has more segments.
        public static let pathGoesOn = Reason(description: "path goes on")

        /// The query does not have an item.
        public static let queryItemMissing = Reason(description: "query item missing")

        /// The query has an item that is not of the type.
        public static let queryItemRefused = Reason(description: "query item refused")

        /// The scheme is none of the route's.
        public static let schemeDiffers = Reason(description: "scheme differs")

        /// The host is not the one of the pattern, or there is none.
        public static let hostDiffers = Reason(description: "host differs")
    }
}

extension RouteTable {
    /// Explains which route a URL leads to, and which ones come near and why they do not fit.
    ///
    /// Linear in the routes.
    public func explain(_ url: String) -> RouteExplanation {
        var explanation = RouteExplanation(url: url)
        do throws(URLTextError) {
            let address = try URLText(url)
            try index.addressing.check(address)
            guard let path = index.addressing.path(of: address) else {
                explanation.isOutsideOrigins = true
                return explanation
            }
            explanation.route = index.tree.best(path, in: address.text, of: address)?.route
            explanation.pattern = explanation.route.map { index.records[$0].pattern }
            if explanation.route == nil { explanation.patternWithHost = index.patternWithHost(address) }
            let comparison = RouteComparison(address, path, isIgnoringCase: index.isIgnoringCase)
            explanation.add(index.records.all.enumerated().compactMap { comparison.attempt($1, number: $0) })
        } catch {
            explanation.urlError = error
        }
        return explanation
    }
}

extension RouteExplanation {
    fileprivate mutating func add(_ attempts: [RouteAttempt]) {
        let longest = attempts.reduce(-1) { $1.beginsAlike ? max($0, $1.depth) : $0 }
        let near = attempts.filter { $0.isNear || $0.beginsAlike && $0.depth == longest }
        let best = near.sorted { $0.isBetter(than: $1) }.prefix(Self.maximumNearMisses)
        nearMisses = best.compactMap(\.nearMiss)
        omittedCount = near.count - best.count
    }
}

extension RouteIndex {
    /// What is found if the host is the first segment, where it is not; on the web, it never is.
    fileprivate func patternWithHost(_ url: URLText) -> RoutePattern? {
        let scheme = url.scheme.lowercased()
        guard case .host(let rule) = addressing, rule != .path, scheme != "http", scheme != "https" else { return nil }
        let path = url.path(hostRule: .path)
        // As any other segment, which is how this table knows its first ones.
        let range = PathRange(start: path.start, end: path.end, beginsWithHost: false)
        return tree.best(PathText(copy: path.copy, range: range), in: url.text, of: url).map {
            records[$0.route].pattern
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

extension RouteExplanation.NearMiss: CustomStringConvertible {
    /// The pattern and why it does not fit, in one line.
    public var description: String {
        let segment = "segment \((segment ?? 0) + 1)"
        let found = found.map { "“\($0.shortened)”" } ?? "nothing"
        let expected = expected?.shortened ?? ""
        let explanation =
            switch reason {
            case .literalDiffers: "\(segment) is \(found), not “\(expected)”"
            case .textDiffers: "\(segment) is \(found), which does not look like “\(expected)”"
            case .typeRefuses: "\(segment) is \(found), which is not of the type \(expected)"
            case .emptySegment: "\(segment) is empty, where “\(expected)” takes text"
            case .pathEnds: "the path ends before \(segment), “\(expected)”"
            case .pathGoesOn: "the path goes on with \(segment), \(found)"
            case .queryItemMissing: "the query has no item “\(expected)”"
            case .queryItemRefused: "the query has \(found) where the item “\(expected)” is asked for"
            case .schemeDiffers: "the scheme is \(found), not \(expected)"
            default: "the host is \(found), not “\(expected)”"
            }
        return "“\(pattern.text.shortened)”: \(explanation)."
    }
}

extension String {
    /// The text as it can be printed, or its beginning when it is too long for a line.
    var shortened: String { utf8.count > 200 ? shortened(to: 80).printed + "…" : printed }
}
