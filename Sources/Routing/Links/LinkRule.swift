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

/// The way in which a system writes the rules of a file for a web site.
///
/// In both, `*` matches any number of characters, slashes too, and `?` matches one.
struct LinkSyntax: Sendable {
    /// Rules are compared with the percent-encoded path.
    ///
    /// In Apple's files they are. Android decodes the path.
    let isEncoded: Bool

    /// A rule can say that its letters match in any case.
    let canIgnoreCase: Bool

    /// The wildcard for at least one character.
    ///
    /// Apple's systems have `?*`. Android's open-source matcher does not backtrack: `?*` would match the rest of the path,
    /// and whatever follows it would never match. So Android gets `*`. This stops at the first occurrence of the next
    /// character, so a mixed segment ends with its first wildcard.
    let someCharacters: String

    static let apple = LinkSyntax(isEncoded: true, canIgnoreCase: true, someCharacters: "?*")
    static let android = LinkSyntax(isEncoded: false, canIgnoreCase: false, someCharacters: "*")
}

extension LinkSyntax {
    /// The text of a decoded literal, in which a character that has several spellings is a wildcard.
    func text(of literal: Bytes, ignoringCase: Bool) -> String {
        isEncoded ? encoded(literal) : decoded(literal.span.text, ignoringCase && !canIgnoreCase)
    }

    /// The encoded literal.
    ///
    /// A delimiter is left as it is by some writers of URLs and escaped by others.
    private func encoded(_ literal: Bytes) -> String {
        literal.map { byte in
            if ASCIISet("!$&'()*+,;=:@").contains(byte) { return "*" }
            let bytes: Bytes = [byte]
            return bytes.span.encoded(except: .unreserved)
        }.joined()
    }

    /// The decoded literal.
    ///
    /// Android's open-source matcher escapes a dot where nothing removes the escape.
    private func decoded(_ literal: String, _ ignoringCase: Bool) -> String {
        var text = ""
        for scalar in literal.unicodeScalars {
            let isLetter = scalar.isASCII && scalar.properties.isAlphabetic
            let isWildcard = ".*?\\[]{}".unicodeScalars.contains(scalar) || ignoringCase && isLetter
            text.unicodeScalars.append(isWildcard ? "?" : scalar)
        }
        return text
    }

    /// The text of a segment of a pattern.
    func text(of segment: PatternSegment, ignoringCase: Bool) -> String {
        switch segment {
        case .literal(let literal): return text(of: literal, ignoringCase: ignoringCase)
        case .parameter, .wildcard: return someCharacters
        case .mixed(let mixed):
            var result = ""
            for piece in mixed.pieces {
                switch piece {
                case .literal(let literal): result += text(of: literal, ignoringCase: ignoringCase)
                case .parameter where isEncoded: result += someCharacters
                case .parameter: return result + someCharacters
                }
            }
            return result
        }
    }

    /// A path with one wildcard in place of several that follow one another.
    func merged(_ path: String) -> String {
        var result = ""
        var wildcards = ""
        for scalar in path.unicodeScalars {
            if scalar == "*" || scalar == "?" {
                wildcards.unicodeScalars.append(scalar)
                continue
            }
            result += merged(wildcards: wildcards)
            wildcards = ""
            result.unicodeScalars.append(scalar)
        }
        return result + merged(wildcards: wildcards)
    }

    private func merged(wildcards: String) -> String {
        guard wildcards.utf8.contains(UInt8(ascii: "*")) else { return wildcards }
        return wildcards.utf8.contains(UInt8(ascii: "?")) ? someCharacters : "*"
    }
}
