/// How far a route fits a URL.
struct RouteAttempt {
    let nearMiss: RouteExplanation.NearMiss

    /// How many things do not fit.
    let faultCount: Int

    /// How many segments fit before the first that does not.
    let depth: Int

    /// How many segments fit that are more than a parameter.
    let evidence: Int

    /// By how many bytes a literal differs that is spelled nearly so, else the most there are.
    let distance: Int

    /// Whether some text agrees at the beginning.
    let beginsAlike: Bool

    /// Whether everything but one thing fits, and that is no accident.
    var isNear: Bool {
        guard faultCount == 1 else { return false }
        switch nearMiss.reason {
        case .literalDiffers: return evidence > 0 || distance < .max
        case .pathEnds, .pathGoesOn, .emptySegment: return evidence > 0
        default: return true
        }
    }

    /// Whether the route fits better than another one.
    func isBetter(than other: RouteAttempt) -> Bool {
        (faultCount, -depth, distance, -evidence, nearMiss.route)
            < (other.faultCount, -other.depth, other.distance, -other.evidence, other.nearMiss.route)
    }
}
