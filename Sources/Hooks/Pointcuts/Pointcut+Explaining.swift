extension Pointcut {
    /// The join points reached so far, each with whether the pointcut's hooks concern it and why, by name.
    ///
    /// A join point is reached with its first call, its first hook, or its first listing. Where a type is asked for that the
    /// join point's own is not, the reason says whether a subclass or a conformer is known that is: another join point's
    /// type, one that the pointcut names, or one that a call was seen to have while a pointcut concerned it.
    public func explain() -> [PointcutExplanation] {
        let rule = ownRule(on: nil)
        let places = HookBoard.shared.places
        let known = places.map(\.type.type) + rule.kinds.map(\.type).filter { !$0.isProtocol }.map(\.type)
        return places.map { place in
            let types = place.knownTypes(among: known)
            return PointcutExplanation(
                joinPoint: "\(place)", isMatch: rule.decide(at: place) { $0.includes(targetsOf: place) },
                reason: rule.reason(at: place, among: types), isOnMainActor: place.isOnMainActor,
                isKnownToMatch: rule.mayConcern(types, at: place))
        }
    }

    /// The pointcut itself, if it concerns a join point reached so far.
    ///
    /// It is checked here and now, against what ``explain()`` lists: a join point that was not reached yet is not known, and
    /// neither is a subclass or a conformer that nothing has named yet. Touch the ones that are meant before. One known type
    /// of targets for which type and name fit is enough; a condition and a single object count as fitting. Two kinds of
    /// protocols fit always, since whether a type conforms to them cannot be told without a value: private ones, and those
    /// with bound associated types, `any Collection<Int>`.
    ///
    /// - Throws: `PointcutError` when it concerns none: most likely a name is misspelt, or nothing conforms.
    @discardableResult
    public func required() throws(PointcutError) -> Pointcut {
        guard explain().contains(where: \.isKnownToMatch) else { throw PointcutError(pointcut: "\(ownRule(on: nil))") }
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

    /// Whether a target of a type that is known may be concerned.
    let isKnownToMatch: Bool
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
    /// Whether targets of one of these types may be concerned.
    fileprivate func mayConcern(_ types: [Any.Type], at place: HookPlace) -> Bool {
        types.contains { type in decide(at: place) { $0.includes(type) } != false }
    }

    /// Each part with its answer for a join point whose targets are known to be of these types.
    fileprivate func reason(at place: HookPlace, among types: [Any.Type]) -> String {
        switch self {
        case .and(let left, let right), .or(let left, let right):
            return "\(left.reason(at: place, among: types)); \(right.reason(at: place, among: types))"
        case .not(let rule): return "not (\(rule.reason(at: place, among: types)))"
        default: break
        }
        if let isMatch = decide(at: place, { $0.includes(targetsOf: place) }) {
            return "\(self): \(isMatch ? "yes" : "no")"
        }
        return "\(self): " + (mayConcern(types, at: place) ? "depends on the target" : "no type is known that is")
    }
}
