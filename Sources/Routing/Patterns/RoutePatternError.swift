/// An error that says why a string is not a route pattern.
public struct RoutePatternError: Error, Sendable, Hashable {
    let reason: Reason

    /// The text to write instead, behind a reason that ends with it.
    var replacement: String?

    /// The offset of the error in UTF-8 bytes from the beginning of the string.
    public let offset: Int

    /// The string that was parsed.
    public let pattern: String

    /// The problem and what to write instead, as the end of a sentence.
    public var explanation: String { reason.rawValue + (replacement.map { " " + $0 } ?? "") }
}

extension RoutePatternError: CustomStringConvertible {
    /// The reason, the offset and the text in one sentence.
    public var description: String {
        "The route pattern \(pattern.quoted) is wrong at offset \(offset): \(explanation)."
    }
}

extension RoutePatternError {
    /// The errors that a pattern can have, each with the end of its sentence.
    enum Reason: String {
        // What other routers write.
        case scheme = "a pattern has no scheme, which belongs to the router:"
        case otherSpelling = """
            a parameter, a tail or an escape is spelled otherwise (the characters themselves are percent-encoded); write
            """

        // Segments, groups and tails.
        case emptySegment = "a segment is empty, and no path would match"
        case dotSegment = "dot segments never remain in a path, so no path would match"
        case reservedCharacter = """
            the character is reserved and has to be percent-encoded (a parameter is written :name; there are no regular \
            expressions, but types: :id:Int, :{id:1...99}, :{size:small|large})
            """
        case invalidEncoding = "the escapes do not decode to UTF-8"
        case emptyGroup = "a group has to hold a segment"
        case unbalancedParenthesis = "the parenthesis has no partner; the character itself is written %28 or %29"
        case partialSegmentGroup = """
            a group holds whole segments, as in /a(/b); there are no regular expressions, but types: :id:Int, \
            :{id:1...99}, :{size:small|large}
            """
        case tailBeforeEnd = "a named tail can only be at the end of a path; one segment in the middle is a bare *"
        case misplacedWildcard = """
            a wildcard is a segment of its own, * or *name; a part of a segment is a parameter, as in /:name.json, and \
            what is optional a group, as in /a(/:id) (the characters themselves are %2A and %2B)
            """
        case malformedHost = "behind // is a host without port and user: shop.example, *.shop.example or :name"

        // Parameters and their types.
        case invalidName = """
            a name has letters, digits and _, and must not begin with a digit; a colon itself is written %3A
            """
        case repeatedName = "the name was used before in this pattern"
        case hyphenInName = "a name has no hyphen; write :user_id, or :{user}-id if the name ends before it"
        case unclosedBrace = "what begins with { ends with }, in the same segment"
        case adjacentParameters = "two parameters need text between them, or nothing would say where the first one ends"
        case unknownType = """
            the name of a type is Int, UInt, Double, Bool, UUID or one given with the pattern; a range or a choice needs \
            braces: :{page:1...99}, :{size:small|large}, in a query page:{1...99} (one capitalised word is {x:%41ll})
            """
        case malformedType = "a range is 1...99, 1... or ...99, a choice small|large; two dots in a word are %2E%2E"
        case malformedQuery = """
            query requirements are at the very end, separated by &: ?ref, ?page:Int, ?sort:{up|down}, ?tab:{all} \
            (an optional segment is a group, as in (/:id), and a question mark itself is %3F)
            """

        case tooLarge = """
            a pattern has at most 16384 bytes, 128 segments, 16 parameters, groups that describe 256 paths, \
            16 query requirements, 64 words in a choice and 64 bytes between two parameters of a segment
            """
    }
}
