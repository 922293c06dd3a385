/// What a pattern can have too much of.
extension RoutePatternError.Reason {
    /// More text than ``RoutePattern/maximumLength``, as it was written or as it prints itself back.
    public static let tooLong = Self(
        explanation: "it has more than \(RoutePattern.maximumLength) bytes, or would have in its plain spelling")

    /// More segments than ``RoutePattern/maximumSegments``.
    public static let tooManySegments = Self(
        explanation: "it has more than \(RoutePattern.maximumSegments) segments")

    /// More parameters than ``RoutePattern/maximumParameters``.
    public static let tooManyParameters = Self(
        explanation: "it has more than \(RoutePattern.maximumParameters) parameters")

    /// Groups that stand for more paths than ``RoutePattern/maximumExpansions``.
    public static let tooManyExpansions = Self(
        explanation: "its groups stand for more than \(RoutePattern.maximumExpansions) paths")

    /// More query requirements than ``RoutePattern/maximumQueryRequirements``.
    public static let tooManyQueryRequirements = Self(
        explanation: "it has more than \(RoutePattern.maximumQueryRequirements) query requirements")

    /// More words in a choice than ``RoutePattern/maximumChoices``.
    public static let tooManyChoices = Self(
        explanation: "it has a choice of more than \(RoutePattern.maximumChoices) words")
}
