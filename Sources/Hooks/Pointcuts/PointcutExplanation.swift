/// The answer of a pointcut for one join point.
public struct PointcutExplanation: Sendable, CustomStringConvertible {
    /// A Boolean value that indicates whether the pointcut applies to every call, or to none; `nil` if that depends on the target.
    public let isMatch: Bool?

    /// A one-line summary: the join point with its source location, the result of each condition, and whether `@MainActor` advice
    /// applies.
    public let description: String
}
