/// Why a text is no route pattern.
public struct RoutePatternError: Error, Sendable, Hashable {
    /// What is wrong with the text.
    public let reason: Reason

    /// Where it is wrong, in UTF-8 bytes from the beginning of the text.
    public let offset: Int

    /// The text that was to be parsed.
    public let pattern: String

    /// The text in one line with a caret below the offset in another; of a long text, the part around it.
    public var diagram: String {
        let line = pattern.utf8.lazy.map { $0 < 0x20 ? 0x20 : $0 }
        let head = String(decoding: line.prefix(offset).suffix(256), as: UTF8.self)
        let rest = String(decoding: line.dropFirst(offset).prefix(256), as: UTF8.self)
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
        return "The route pattern “\(String(shown))\(ellipsis)” is wrong at offset \(offset): \(reason.explanation)."
    }
}

extension RoutePatternError {
    /// What can be wrong with a pattern.
    ///
    /// More reasons may be added.
    public struct Reason: Sendable, Hashable {
        /// What is wrong and what to write instead, as the end of a sentence.
        public let explanation: String

        /// A group without a segment.
        public static let emptyGroup = Reason(explanation: "a group has to hold a segment")

        /// Two slashes with nothing between them.
        public static let emptySegment = Reason(explanation: "a segment is empty, and no path would match")

        /// A parenthesis without its partner.
        public static let unbalancedParenthesis = Reason(
            explanation: "the parenthesis has no partner; the character itself is written %28 or %29")

        /// A group that begins or ends inside of a segment.
        public static let partialSegmentGroup = Reason(
            explanation: "a group holds whole segments, so a slash has to stand before or inside of its parenthesis")

        /// A colon without a name, or a brace without one.
        public static let missingName = Reason(
            explanation: "a name is missing; it begins with a letter or an underscore (a colon itself is written %3A)")

        /// The name of a tail with a character that names do not have.
        public static let invalidName = Reason(explanation: "a name has only letters, digits and underscores of ASCII")

        /// A name that was used before in the pattern.
        public static let repeatedName = Reason(explanation: "the name was used before in this pattern")

        /// A hyphen that would cut a name in two.
        public static let hyphenInName = Reason(
            explanation: "a name has no hyphen; write an underscore instead (:user_id). "
                + "Text behind a name that ends here is not supported yet")

        /// A brace after a colon that is not closed.
        public static let unclosedBrace = Reason(explanation: "a name that begins with :{ ends with }")

        /// A named tail with something behind it.
        public static let tailBeforeEnd = Reason(
            explanation: "a named tail can only stand at the end of a path; one segment in the middle is a bare *")

        /// A segment `.` or `..`.
        public static let dotSegment = Reason(
            explanation: "dot segments never remain in a path, so no path would match")

        /// A character that has to be percent-encoded.
        public static let reservedCharacter = Reason(
            explanation: "the character is reserved and has to be percent-encoded (a parameter is written :name)")

        /// Escapes that do not decode to UTF-8.
        public static let invalidEncoding = Reason(explanation: "the escapes do not decode to UTF-8")

        /// A segment of literal text and parameters.
        public static let mixedSegment = Reason(
            explanation: "a parameter or wildcard together with text in one segment is not supported yet "
                + "(: is written %3A and * is written %2A if they are literal)")

        /// A parameter with a type.
        public static let typedParameter = Reason(explanation: "a type of a parameter is not supported yet")

        /// Something behind a question mark.
        public static let queryRequirement = Reason(
            explanation: "a required query item is not supported yet (a question mark itself is written %3F)")

        /// Two slashes at the beginning.
        public static let hostPattern = Reason(explanation: "a host in a pattern is not supported yet")

        /// More text than ``RoutePattern/maximumLength``, as it was written or as it prints itself back.
        public static let tooLong = Reason(
            explanation: "it has more than \(RoutePattern.maximumLength) bytes, or would have in its plain spelling")

        /// More segments than ``RoutePattern/maximumSegments``.
        public static let tooManySegments = Reason(
            explanation: "it has more than \(RoutePattern.maximumSegments) segments")

        /// More parameters than ``RoutePattern/maximumParameters``.
        public static let tooManyParameters = Reason(
            explanation: "it has more than \(RoutePattern.maximumParameters) parameters")

        /// Groups that stand for more paths than ``RoutePattern/maximumExpansions``.
        public static let tooManyExpansions = Reason(
            explanation: "its groups stand for more than \(RoutePattern.maximumExpansions) paths")
    }
}
