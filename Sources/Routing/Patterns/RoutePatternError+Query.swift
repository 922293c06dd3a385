/// What can be wrong with the query requirements.
extension RoutePatternError.Reason {
    /// A question mark or an ampersand without a key behind it.
    public static let missingKey = Self(
        explanation: "a query requirement is missing; it is written ?ref or ?page:Int. An optional segment is a group, "
            + "as in (/:id), and a question mark itself is written %3F")

    /// A key that was required before.
    public static let repeatedKey = Self(explanation: "the key was required before in this pattern")

    /// An equals sign behind a key.
    public static let valueInQuery = Self(
        explanation: "what a value looks like is written behind a colon: ?page:Int, ?sort:{up|down}, ?tab:{all}; "
            + "any value is just ?page")

    /// Something behind the type of a query requirement.
    public static let missingAmpersand = Self(explanation: "query requirements are separated by &")

    /// A question mark in a group or before the rest of a path.
    public static let queryBeforeEnd = Self(
        explanation: "query requirements stand at the very end and outside of groups "
            + "(an optional segment is a group, as in (/:id), and a question mark itself is written %3F)")
}
