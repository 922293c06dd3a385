// The files of this folder:
//
// - `RoutePattern`: what a pattern says, and which errors it can have.
// - `PatternParser`: how the text of a pattern is read. `PatternParser+OtherSpellings`: what other routers write instead.
// - `PatternSegment`: what a segment matches. `ParameterType`: what values a parameter has.

/// A pattern that the URLs of a route match.
///
/// A pattern is parsed once from text. Its description is its text.
///
/// ```swift
/// let pattern = try RoutePattern("/orders/:id:Int(/items/:item)?ref")
/// print(pattern.parameters.map(\.name))  // ["id", "item"]
/// ```
///
/// - `product` is a literal. It is compared decoded and case-sensitively. Reserved characters are written
///   percent-encoded.
/// - `:id` or `:{id}` matches one segment that is not empty. `:id:Int`, `:{page:1...99}` and `:{size:small|large}`
///   match it only if it has that ``ParameterType``.
/// - `:file.json`, `:base...:head` and `v:{major:Int}` match a part of a segment: each parameter matches as little as
///   possible.
/// - `*` or `*rest` at the end matches any number of segments, also none. A `*` before the end matches exactly one.
///   The name of a tail is for readers of the pattern and for typed routes.
/// - `(/items/:item)` is optional. Groups contain whole segments and may nest.
/// - `?ref&page:Int` at the end requires items of the query.
/// - `//shop.example/…`, `//*.shop.example/…` or `//:shop/…` at the beginning requires a host.
///
/// A pattern has at most 16 KiB of text, 128 segments, 16 parameters, 16 query requirements, 64 words in a choice, 64
/// bytes between two parameters of a segment, and groups that describe at most 256 paths.
public final class RoutePattern: Sendable {
    /// The most UTF-8 bytes that the text of a pattern may have.
    static let maximumLength = 16 * 1024

    /// The most segments that a pattern may have, those in groups included.
    static let maximumSegments = 128

    /// The most parameters that a pattern may have, those in groups included.
    static let maximumParameters = 16

    /// The most different paths that the groups of a pattern may describe.
    static let maximumExpansions = 256

    /// The most items that a pattern may ask the query for.
    static let maximumQueryRequirements = 16

    /// The most words that a choice may have.
    static let maximumChoices = 64

    /// The most decoded bytes that may be between two parameters of a segment, so that searching for them takes linear
    /// time.
    static let maximumInfix = 64

    /// The pattern as it was written.
    public let text: String

    /// The required items of the query, in the order of the text.
    ///
    /// Of a key that is repeated in a query, the first value
    /// counts.
    public let query: [RouteParameter]

    /// The host that the pattern requires; `nil` when it matches any.
    ///
    /// The host is a literal, a parameter, or for `*.shop.example` a parameter without a name and a literal. Hosts
    /// compare case-insensitively: the bytes are decoded and in lowercase.
    let host: PatternSegment?

    /// The number of ``parameters``.
    let parameterCount: Int

    /// The path in which all groups take part.
    let path: [PatternSegment]

    /// The other paths that the groups describe; one that takes an earlier group comes before one that leaves it out.
    let otherPaths: [[PatternSegment]]

    /// Parses a pattern.
    ///
    /// Linear in the text, except for groups.
    ///
    /// - Parameters:
    ///   - text: The pattern.
    ///   - types: Types that the pattern may name besides the built-in ones. Of two with the same name, the first
    ///     counts.
    /// - Throws: An error with the reason and the offset.
    public init(_ text: String, types: [ParameterType] = []) throws(RoutePatternError) {
        var parser = PatternParser(text, types: types)
        try parser.parse()
        self.text = text
        host = parser.host
        query = parser.query
        parameterCount = parser.parameters.count
        var paths = try parser.expansions()
        path = paths.removeFirst()
        otherPaths = paths
    }
}

extension RoutePattern: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension RoutePattern: Hashable {
    /// Returns whether both have the same text, byte by byte.
    public static func == (left: RoutePattern, right: RoutePattern) -> Bool {
        left === right || left.text.hasSameBytes(as: right.text)
    }

    /// Feeds the bytes of the text to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(text.bytes) }
}

extension RoutePattern {
    /// The rank of the host in the order of candidates; a smaller one comes first, and any host last.
    var hostRank: Int {
        switch host {
        case .literal: 0
        case .mixed: 1
        case .parameter, .wildcard: 2
        case nil: 3
        }
    }
}

extension RoutePattern {
    /// The paths that the groups describe, which routes and conflicts number.
    var expansions: [[PatternSegment]] { [path] + otherPaths }

    /// The number of paths that the groups describe.
    var expansionCount: Int { 1 + otherPaths.count }

    /// Returns one of the paths that the groups describe.
    func expansion(_ number: Int) -> [PatternSegment] { number == 0 ? path : otherPaths[number - 1] }
}

/// The names in a pattern.
extension RoutePattern {
    /// The parameters in the order of the text, that of the host first.
    ///
    /// The value is computed at each access.
    public var parameters: [RouteParameter] {
        let own = path.flatMap(\.parameters)
        if case .parameter(let parameter)? = host { return [parameter] + own }
        return own
    }

    /// The parameter of the host.
    var hostName: String? { if case .parameter(let parameter) = host { parameter.name } else { nil } }

    /// The tail, if it has a name.
    var tailName: String? {
        if case .wildcard(let name?)? = path.last { return name }
        for path in otherPaths {
            if case .wildcard(let name?)? = path.last { return name }
        }
        return nil
    }

    /// A Boolean value that indicates whether some path ends in a tail.
    var hasTail: Bool { path.endsInTail || otherPaths.contains(where: \.endsInTail) }

    /// The parameters that take part in every path.
    var requiredNames: [String] {
        parameters.map(\.name).filter { name in
            name == hostName || expansions.allSatisfy { $0.names.contains(name) }
        }
    }
}

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
        // Spellings of other routers.
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
