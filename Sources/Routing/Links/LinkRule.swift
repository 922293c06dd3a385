/// A rule of a file for a web site: a path with wildcards, and the route that it is for.
struct LinkRule: Sendable {
    let path: String

    /// A Boolean value that indicates whether letters match in any case.
    let isIgnoringCase: Bool

    let pattern: RoutePattern

    /// The reasons why the rule takes more than the route.
    let excess: [String]
}

extension LinkRule {
    /// The rules for one path of a route behind the segments of an origin.
    ///
    /// | Path | Rules |
    /// |---|---|
    /// | `/` | `/` |
    /// | `/*`, of the whole site | `/*` |
    /// | `/help/*` | `/help`, `/help/*` |
    /// | `/orders/:id`, with a wildcard at the end | `/orders/?*` |
    /// | `/orders` | `/orders`, `/orders/` |
    static func rules(
        for pattern: RoutePattern, _ path: [PatternSegment], behind origin: [String], ignoringCase: Bool,
        in syntax: LinkSyntax
    ) -> [LinkRule] {
        let origin = origin.map { PatternSegment.literal($0.bytes) }
        let segments = Array(path.segmentsBeforeTail)
        // The segments of an origin are compared case-sensitively.
        let texts =
            origin.map { syntax.text(of: $0, ignoringCase: false) }
            + segments.map { syntax.text(of: $0, ignoringCase: ignoringCase) }
        let text = syntax.merged(texts.map { "/" + $0 }.joined())
        let excess = excess(of: pattern, origin, segments, ignoringCase, in: syntax)
        let paths =
            switch (text, path.endsInTail) {
            case ("", false): ["/"]
            case ("", true): ["/*"]
            case (_, true): [text, syntax.merged(text + "/*")]
            case (_, false) where text.utf8.last == UInt8(ascii: "*"): [text]
            case (_, false): [text, text + "/"]
            }
        return paths.map { path in
            LinkRule(
                path: path, isIgnoringCase: ignoringCase && syntax.canIgnoreCase, pattern: pattern, excess: excess)
        }
    }

    /// The reasons why a rule for a path takes more than the route.
    private static func excess(
        of pattern: RoutePattern, _ origin: [PatternSegment], _ path: [PatternSegment], _ ignoringCase: Bool,
        in syntax: LinkSyntax
    ) -> [String] {
        var reasons: [String] = []
        if path.contains(where: { $0.rank != .literal }) {
            reasons.append("“*” matches any characters, slashes too")
        }
        if (origin + path).contains(where: { $0.isWidened(in: syntax) }) {
            reasons.append(
                syntax.isEncoded
                    ? "a character that may be escaped or not is a wildcard"
                    : "a character with a meaning of its own is a wildcard")
        }
        if ignoringCase, !syntax.canIgnoreCase {
            reasons.append("“?” matches any character, since a rule cannot ignore the case of letters")
        } else if ignoringCase, !origin.isEmpty {
            reasons.append("the path of the origin matches in any case, too")
        }
        if !pattern.query.isEmpty { reasons.append("the query may be any") }
        return reasons
    }
}

extension LinkRule {
    /// The sentence that rules of these paths take more than the route, and why.
    fileprivate func note(at paths: [String]) -> String {
        let subject = paths.count == 1 ? "The rule \(paths[0]) takes" : "The rules \(paths.enumeration) take"
        return "\(subject) more than the route \(pattern.text.quoted): \(excess.joined(separator: "; "))."
    }
}

extension [LinkRule] {
    /// A sentence for each rule that takes the whole site, and for each route of which rules take more than the route.
    var notes: [String] {
        let ofSite = filter { $0.path == "/*" }.map { rule in
            "The rule “/*” of the route \(rule.pattern.text.quoted) takes the whole site: every link to it opens the app."
        }
        var wide: [(rule: LinkRule, paths: [String])] = []
        var numbers: [[String]: Int] = [:]
        for rule in self where !rule.excess.isEmpty {
            let key = [rule.pattern.text] + rule.excess
            let number = numbers[key] ?? wide.count
            if number == wide.count { wide.append((rule, [])) }
            numbers[key] = number
            wide[number].paths.append(rule.path.quoted)
        }
        return ofSite + wide.map { rule, paths in rule.note(at: paths) }
    }
}

extension [String] {
    /// The strings with commas between them, and a word before the last.
    fileprivate var enumeration: String { dropLast().joined(separator: ", ") + " and " + (last ?? "") }
}

extension PatternSegment {
    /// A Boolean value that indicates whether a character of its literal text is a wildcard in a rule.
    fileprivate func isWidened(in syntax: LinkSyntax) -> Bool {
        func isWidened(_ literal: Bytes) -> Bool {
            let text = syntax.text(of: literal, ignoringCase: false)
            return text.utf8.contains(UInt8(ascii: "*")) || text.utf8.contains(UInt8(ascii: "?"))
        }
        switch self {
        case .literal(let literal): return isWidened(literal)
        case .mixed(let mixed):
            // Behind the first parameter, a rule with decoded text has a wildcard in any case.
            let pieces = syntax.isEncoded ? mixed.pieces : Array(mixed.pieces.prefix(1))
            return pieces.contains { piece in
                if case .literal(let literal) = piece { isWidened(literal) } else { false }
            }
        default: return false
        }
    }
}
