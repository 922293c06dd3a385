/// A rule of a file for a web site: a path with wildcards, and the route that it is for.
struct LinkRule: Sendable {
    let path: String

    /// A Boolean value that indicates whether letters match in any case.
    let isIgnoringCase: Bool

    let pattern: RoutePattern

    /// The reasons why the rule takes more than the route.
    let excess: [String]

    /// The sentence that says so, if there is a reason.
    var note: String? {
        if excess.isEmpty { return nil }
        let reasons = excess.joined(separator: "; ")
        return "The rule \(path.quoted) takes more than the route \(pattern.text.quoted): \(reasons).".printed
    }
}

extension LinkRule {
    /// The rules for one path of a route behind the segments of an origin: one, or two where a slash may follow.
    static func rules(
        for pattern: RoutePattern, _ path: [PatternSegment], behind origin: [String], ignoringCase: Bool,
        in syntax: LinkSyntax
    ) -> [LinkRule] {
        let literals = origin.map { PatternSegment.literal($0.bytes) }
        var text = ""
        // The segments of an origin are compared case-sensitively.
        for segment in literals { text += "/" + syntax.text(of: segment, ignoringCase: false) }
        for segment in path.segmentsBeforeTail {
            text += "/" + syntax.text(of: segment, ignoringCase: ignoringCase)
        }
        text = syntax.merged(text)
        let excess = excess(of: pattern, literals, Array(path.segmentsBeforeTail), ignoringCase, in: syntax)
        func rule(_ path: String, _ excess: [String]) -> LinkRule {
            let isIgnoringCase = ignoringCase && syntax.canIgnoreCase
            return LinkRule(path: path, isIgnoringCase: isIgnoringCase, pattern: pattern, excess: excess)
        }
        if path.endsInTail {
            let whole = rule(syntax.merged(text + "/*"), excess)
            return text.isEmpty ? [whole] : [rule(text, excess), whole]
        }
        if text.isEmpty { return [rule("/", excess)] }
        return text.utf8.last == UInt8(ascii: "*")
            ? [rule(text, excess)] : [rule(text, excess), rule(text + "/", excess)]
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
