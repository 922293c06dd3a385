/// What can be wrong with the segments, groups and tails of a path.
extension RoutePatternError.Reason {
    /// Two slashes with nothing between them.
    public static let emptySegment = Self(explanation: "a segment is empty, and no path would match")

    /// A segment `.` or `..`.
    public static let dotSegment = Self(explanation: "dot segments never remain in a path, so no path would match")

    /// A character that has to be percent-encoded.
    public static let reservedCharacter = Self(
        explanation: "the character is reserved and has to be percent-encoded (a parameter is written :name)")

    /// Escapes that do not decode to UTF-8.
    public static let invalidEncoding = Self(explanation: "the escapes do not decode to UTF-8")

    /// A group without a segment.
    public static let emptyGroup = Self(explanation: "a group has to hold a segment")

    /// A parenthesis without its partner.
    public static let unbalancedParenthesis = Self(
        explanation: "the parenthesis has no partner; the character itself is written %28 or %29")

    /// A group that begins or ends inside of a segment.
    public static let partialSegmentGroup = Self(
        explanation: "a group holds whole segments, so a slash has to stand before or inside of its parenthesis")

    /// A named tail with something behind it.
    public static let tailBeforeEnd = Self(
        explanation: "a named tail can only stand at the end of a path; one segment in the middle is a bare *")

    /// A wildcard together with text.
    public static let wildcardInSegment = Self(
        explanation: "a wildcard is a segment of its own: * or *name; a part of a segment is a parameter, "
            + "as in /:name.json (the character itself is written %2A)")

    /// A host that no URL can have, or a host pattern of another form.
    public static let malformedHost = Self(
        explanation: "behind // stands a host: shop.example, *.shop.example or :name as a whole, without port and user")
}
