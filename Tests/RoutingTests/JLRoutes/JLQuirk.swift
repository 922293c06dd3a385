/// One way in which JLRoutes answers differently; *Moving from JLRoutes* has a section for each.
///
/// In the model each is a switch: with all of them on it answers as JLRoutes does, with all off by the rules of this
/// package.
enum JLQuirk: String, CaseIterable {
    // What a URL is.
    case relativeURL = "a URL without a scheme is opened"
    case undecodable = "a value that does not decode is dropped"
    case schemeCase = "schemes are compared with their case"
    case guessedHost = "a host with a dot is no part of the path"
    case hostileHost = "a host that decodes to a delimiter, or is dots, is opened"
    case hostCase = "a host in the path is compared with its case"
    case emptySegments = "empty segments are collapsed or matched"
    case dotSegments = "dot segments stay"
    case fragmentPath = "a fragment that begins with a slash extends the path"
    case fragmentAnchor = "any other fragment is glued to the last segment"
    case fragmentItems = "a fragment of key and value joins the query"

    // What a value is.
    case pathPlus = "a plus in the path is a space"
    case escapedPlus = "an escaped plus is a space, too"
    case queryPlus = "a plus in the query stays"
    case trailingHash = "a value loses the number sign at its end"
    case bareItems = "query items without a value are dropped"
    case reservedKeys = "the query cannot have the keys of JLRoutes"
    case rawTail = "a tail is not decoded"

    // What a pattern is.
    case rawLiterals = "literals are compared as written"
    case trailingSlash = "a slash at the end of a pattern counts"
    case middleWildcard = "a wildcard in the middle takes the rest"
    case wholeNames = "a name goes up to the next slash"
    case nestedGroups = "groups do not nest"
    case repeatedPieces = "pieces between groups are a set"
    case hostPattern = "two slashes at the beginning are an empty segment"

    // Who is asked.
    case registrationOrder = "the route that was registered first is asked first"
    case longestFirst = "of one route the longest text is asked first"
    case askedAgain = "a route is asked again for another of its paths"
    case twoListeners = "two unmatched handlers run"

    // Patterns that are refused here, by the reason.
    case emptySegment = "refused: empty segment"
    case emptyGroup = "refused: empty group"
    case partialGroup = "refused: group of a part of a segment"
    case unbalanced = "refused: unbalanced parenthesis"
    case missingName = "refused: missing name"
    case repeatedName = "refused: repeated name"
    case reservedCharacter = "refused: reserved character"
    case unknownType = "refused: unknown type"
    case malformedHost = "refused: malformed host"
    case hyphenInName = "refused: hyphen behind a name"
    case wildcardInSegment = "refused: wildcard in a segment"
}

/// Which quirks are on, and which of them an answer hangs on.
final class JLSwitches {
    private let on: Set<JLQuirk>

    /// The quirks that were asked about: turning any other would not change the answer.
    private(set) var asked: Set<JLQuirk> = []

    init(_ on: some Sequence<JLQuirk>) {
        self.on = Set(on)
    }

    subscript(quirk: JLQuirk) -> Bool {
        asked.insert(quirk)
        return on.contains(quirk)
    }
}
