/// What can be wrong with a parameter and its type.
extension RoutePatternError.Reason {
    /// A colon without a name, or a brace without one.
    public static let missingName = Self(
        explanation: "a name is missing; it begins with a letter or an underscore (a colon itself is written %3A)")

    /// A character that names do not have.
    public static let invalidName = Self(explanation: "a name has only letters, digits and underscores of ASCII")

    /// A name that was used before in the pattern.
    public static let repeatedName = Self(explanation: "the name was used before in this pattern")

    /// A hyphen that would cut a name in two.
    public static let hyphenInName = Self(
        explanation: "a name has no hyphen; write an underscore instead (:user_id), "
            + "or braces if the name ends here and text follows (:{user}-id)")

    /// A brace after a colon that is not closed.
    public static let unclosedBrace = Self(
        explanation: "what begins with { ends with }, in the same segment")

    /// A parameter directly behind another.
    public static let adjacentParameters = Self(
        explanation: "two parameters need text between them, or nothing would say where the first one ends")

    /// A parameter with a modifier of other routers.
    public static let modifier = Self(
        explanation: "there are no modifiers: an optional part is a group, as in /a(/:id), and the rest of a path is "
            + "*name (the characters themselves are written %2B and %2A)")

    /// Something that looks like a regular expression.
    public static let regularExpression = Self(
        explanation: "there are no regular expressions; a parameter may have a type (:id:Int), a range (:{id:1...99}) "
            + "or a choice of words (:{size:small|large})")

    /// A second colon without a type.
    public static let missingType = Self(
        explanation: "the name of a type is missing, as in :id:Int (a colon itself is written %3A)")

    /// A type that is neither built in nor given.
    public static let unknownType = Self(
        explanation: "no type has this name: there are Int, UInt, Double, Bool, UUID and those given with the pattern "
            + "(two parameters need text between them, and a choice of one capitalised word is written {x:%41ll})")

    /// A range or a choice without braces.
    public static let bracesNeeded = Self(
        explanation: "a range or a choice needs braces: :{page:1...99}, :{size:small|large}; in a query, page:{1...99}")

    /// A range that is none, or is empty.
    public static let invalidRange = Self(
        explanation: "a range is 1...99, 1... or ...99, of whole numbers, the lower one first "
            + "(two dots in a word are written %2E%2E)")

    /// A choice with an empty word.
    public static let emptyWord = Self(explanation: "a word is missing; a choice is written {size:small|large}")

    /// A word that stands in its choice before.
    public static let repeatedWord = Self(explanation: "the word stands in this choice before")
}
