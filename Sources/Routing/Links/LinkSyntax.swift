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
