/// The answer of a pointcut for one join point.
public struct PointcutExplanation: Sendable, CustomStringConvertible {
    /// A Boolean value that indicates whether the pointcut applies to every call, or to none; `nil` if that depends on the target.
    public let isMatch: Bool?

    /// One line: the join point with its source location, each part of the pointcut with what it comes to here, and
    /// whether advice that is marked `@MainActor` runs here.
    public let description: String
}
