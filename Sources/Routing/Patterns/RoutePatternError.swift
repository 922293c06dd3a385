/// Why a text is no route pattern.
public struct RoutePatternError: Error, Sendable, Hashable {
    let reason: Reason

    /// Where it is wrong, in UTF-8 bytes from the beginning of the text.
    public let offset: Int

    /// The text that was to be parsed.
    public let pattern: String

    /// What is wrong and what to write instead, as the end of a sentence.
    public var explanation: String { reason.explanation }

    /// What can be wrong with a pattern.
    struct Reason: Hashable {
        let explanation: String
    }

    /// The text in one line with a caret below the offset in another; of a long text, the part around it.
    public var diagram: String {
        let head = String(decoding: pattern.utf8.prefix(offset).suffix(256), as: UTF8.self).blanked
        let rest = String(decoding: pattern.utf8.dropFirst(offset).prefix(256), as: UTF8.self).blanked
        let lead = head.count > 48 ? "…" + head.suffix(48) : head
        let caret = String(repeating: " ", count: lead.count) + "^"
        return lead + (rest.count > 48 ? rest.prefix(48) + "…" : rest) + "\n" + caret
    }
}

extension RoutePatternError: CustomStringConvertible {
    /// The reason, the offset and the text in one sentence.
    public var description: String {
        // Scalars, since a character may be of any length.
        let shown = pattern.unicodeScalars.prefix(96)
        let ellipsis = shown.endIndex < pattern.endIndex ? "…" : ""
        return
            "The route pattern “\(String(shown).printed)\(ellipsis)” is wrong at offset \(offset): \(explanation)."
    }
}

/// What can be wrong with the segments, groups and tails of a path.
extension RoutePatternError.Reason {
    /// Two slashes with nothing between them.
    static let emptySegment = Self(explanation: "a segment is empty, and no path would match")

    /// A segment `.` or `..`.
    static let dotSegment = Self(explanation: "dot segments never remain in a path, so no path would match")

    /// A character that has to be percent-encoded.
    static let reservedCharacter = Self(
        explanation: "the character is reserved and has to be percent-encoded (a parameter is written :name)")

    /// Escapes that do not decode to UTF-8.
    static let invalidEncoding = Self(explanation: "the escapes do not decode to UTF-8")

    /// A group without a segment.
    static let emptyGroup = Self(explanation: "a group has to hold a segment")

    /// A parenthesis without its partner.
    static let unbalancedParenthesis = Self(
        explanation: "the parenthesis has no partner; the character itself is written %28 or %29")

    /// A group that begins or ends inside of a segment.
    static let partialSegmentGroup = Self(
        explanation: "a group holds whole segments, so a slash has to stand before or inside of its parenthesis")

    /// A named tail with something behind it.
    static let tailBeforeEnd = Self(
        explanation: "a named tail can only stand at the end of a path; one segment in the middle is a bare *")

    /// A wildcard together with text.
    static let wildcardInSegment = Self(
        explanation: "a wildcard is a segment of its own: * or *name; a part of a segment is a parameter, "
            + "as in /:name.json (the character itself is written %2A)")

    /// A host that no URL can have, or a host pattern of another form.
    static let malformedHost = Self(
        explanation: "behind // stands a host: shop.example, *.shop.example or :name as a whole, without port and user")
}

/// What can be wrong with a parameter and its type.
extension RoutePatternError.Reason {
    /// A colon without a name, or a brace without one.
    static let missingName = Self(
        explanation: "a name is missing; it begins with a letter or an underscore (a colon itself is written %3A)")

    /// A character that names do not have.
    static let invalidName = Self(explanation: "a name has only letters, digits and underscores of ASCII")

    /// A name that was used before in the pattern.
    static let repeatedName = Self(explanation: "the name was used before in this pattern")

    /// A hyphen that would cut a name in two.
    static let hyphenInName = Self(
        explanation: "a name has no hyphen; write an underscore instead (:user_id), "
            + "or braces if the name ends here and text follows (:{user}-id)")

    /// A brace after a colon that is not closed.
    static let unclosedBrace = Self(
        explanation: "what begins with { ends with }, in the same segment")

    /// A parameter directly behind another.
    static let adjacentParameters = Self(
        explanation: "two parameters need text between them, or nothing would say where the first one ends")

    /// A parameter with a modifier of other routers.
    static let modifier = Self(
        explanation: "there are no modifiers: an optional part is a group, as in /a(/:id), and the rest of a path is "
            + "*name (the characters themselves are written %2B and %2A)")

    /// Something that looks like a regular expression.
    static let regularExpression = Self(
        explanation: "there are no regular expressions; a parameter may have a type (:id:Int), a range (:{id:1...99}) "
            + "or a choice of words (:{size:small|large})")

    /// A second colon without a type.
    static let missingType = Self(
        explanation: "the name of a type is missing, as in :id:Int (a colon itself is written %3A)")

    /// A type that is neither built in nor given.
    static let unknownType = Self(
        explanation: "no type has this name: there are Int, UInt, Double, Bool, UUID and those given with the pattern "
            + "(two parameters need text between them, and a choice of one capitalised word is written {x:%41ll})")

    /// A range or a choice without braces.
    static let bracesNeeded = Self(
        explanation: "a range or a choice needs braces: :{page:1...99}, :{size:small|large}; in a query, page:{1...99}")

    /// A range that is none, or is empty.
    static let invalidRange = Self(
        explanation: "a range is 1...99, 1... or ...99, of whole numbers, the lower one first "
            + "(two dots in a word are written %2E%2E)")

    /// A choice with an empty word.
    static let emptyWord = Self(explanation: "a word is missing; a choice is written {size:small|large}")

    /// A word that stands in its choice before.
    static let repeatedWord = Self(explanation: "the word stands in this choice before")
}

/// What can be wrong with the query requirements.
extension RoutePatternError.Reason {
    /// A question mark or an ampersand without a key behind it.
    static let missingKey = Self(
        explanation: "a query requirement is missing; it is written ?ref or ?page:Int. An optional segment is a group, "
            + "as in (/:id), and a question mark itself is written %3F")

    /// A key that was required before.
    static let repeatedKey = Self(explanation: "the key was required before in this pattern")

    /// An equals sign behind a key.
    static let valueInQuery = Self(
        explanation: "what a value looks like is written behind a colon: ?page:Int, ?sort:{up|down}, ?tab:{all}; "
            + "any value is just ?page")

    /// Something behind the type of a query requirement.
    static let missingAmpersand = Self(explanation: "query requirements are separated by &")

    /// A question mark in a group or before the rest of a path.
    static let queryBeforeEnd = Self(
        explanation: "query requirements stand at the very end and outside of groups "
            + "(an optional segment is a group, as in (/:id), and a question mark itself is written %3F)")
}

/// What a pattern can have too much of.
extension RoutePatternError.Reason {
    /// More text than ``RoutePattern/maximumLength``, as it was written or as it prints itself back.
    static let tooLong = Self(
        explanation: "it has more than \(RoutePattern.maximumLength) bytes, or would have in its plain spelling")

    /// More segments than ``RoutePattern/maximumSegments``.
    static let tooManySegments = Self(
        explanation: "it has more than \(RoutePattern.maximumSegments) segments")

    /// More parameters than ``RoutePattern/maximumParameters``.
    static let tooManyParameters = Self(
        explanation: "it has more than \(RoutePattern.maximumParameters) parameters")

    /// Groups that stand for more paths than ``RoutePattern/maximumExpansions``.
    static let tooManyExpansions = Self(
        explanation: "its groups stand for more than \(RoutePattern.maximumExpansions) paths")

    /// More query requirements than ``RoutePattern/maximumQueryRequirements``.
    static let tooManyQueryRequirements = Self(
        explanation: "it has more than \(RoutePattern.maximumQueryRequirements) query requirements")

    /// More words in a choice than ``RoutePattern/maximumChoices``.
    static let tooManyChoices = Self(
        explanation: "it has a choice of more than \(RoutePattern.maximumChoices) words")
}
