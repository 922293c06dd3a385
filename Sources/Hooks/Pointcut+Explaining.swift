extension Pointcut {
    /// The join points reached so far, each with whether the pointcut's hooks concern it and why, by name.
    ///
    /// A join point is reached with its first call, its first hook, or its first listing. Whether a type conforms to a protocol
    /// is asked of the targets of calls: "depends on the target".
    public func explain() -> [PointcutExplanation] {
        let rule = ownRule(on: nil)
        return HookRegistry.shared.places.map { place in
            PointcutExplanation(
                joinPoint: "\(place)", isMatch: rule.answer(at: place), reason: rule.reason(at: place),
                isOnMainActor: place.isOnMainActor)
        }
    }

    /// The pointcut itself, unless it concerns none of the join points reached so far.
    ///
    /// It is checked here and now, against what ``explain()`` lists: a join point that was not reached yet is not known. What
    /// depends on the target counts as a match.
    ///
    /// - Throws: `PointcutError` when it concerns none: most likely a name is misspelt.
    @discardableResult
    public func required() throws(PointcutError) -> Pointcut {
        guard explain().contains(where: { $0.isMatch != false }) else {
            throw PointcutError(pointcut: "\(ownRule(on: nil))")
        }
        return self
    }
}

/// What a pointcut means for one join point.
public struct PointcutExplanation: Sendable {
    /// The join point, with its place.
    public let joinPoint: String

    /// Whether every call is concerned, or none; `nil` when it depends on the target.
    public let isMatch: Bool?

    /// Each part of the pointcut with what it comes to here.
    public let reason: String

    /// Whether calls run on the main actor: advice that is marked `@MainActor` runs at these join points alone.
    public let isOnMainActor: Bool
}

extension PointcutExplanation: CustomStringConvertible {
    /// One line.
    public var description: String {
        let match = isMatch.map { $0 ? "yes" : "no" } ?? "depends on the target"
        let exception = isMatch == false || isOnMainActor ? "" : "; not for advice of the main actor"
        return "\(joinPoint): \(match), as \(reason)\(exception)"
    }
}

/// That a pointcut concerns nothing.
public struct PointcutError: Error, Hashable {
    /// The pointcut, as it describes itself, with the type of its targets.
    public let pointcut: String
}

extension PointcutError: CustomStringConvertible {
    /// One sentence for a developer.
    public var description: String { "No join point reached so far is concerned by \(pointcut)." }
}

extension PointcutRule {
    /// Each part with its answer for a join point.
    fileprivate func reason(at place: HookPlace) -> String {
        switch self {
        case .and(let left, let right), .or(let left, let right):
            return "\(left.reason(at: place)); \(right.reason(at: place))"
        case .not(let rule): return "not (\(rule.reason(at: place)))"
        default:
            let answer = answer(at: place).map { $0 ? "yes" : "no" }
            return "\(self): \(answer ?? "depends on the target")"
        }
    }
}
