public import SignalboxCore

/// A snapshot of a join point that was reached, with its hooks.
public struct JoinPointInfo: Sendable {
    /// The name of the method.
    public let name: String

    /// The name of the type of its targets.
    public let target: String

    /// The source location of its declaration.
    public let location: SourceLocation

    /// A Boolean value that indicates whether the method runs on the main actor.
    public let isOnMainActor: Bool

    /// The hooks that calls may run, those of pointcuts included, the outermost first.
    ///
    /// A hook of a protocol or with a condition runs or does not run depending on the target of the call.
    public let hooks: [ObservationInfo]

    /// The join points that were reached so far in this process, in the order of their types and names.
    ///
    /// A join point is reached with its first call, its first hook, or its first listing.
    public static var all: [JoinPointInfo] { PointcutRegistry.shared.joinPoints.map(JoinPointInfo.init) }

    init(_ core: HookCore) {
        name = core.signature.name
        target = "\(core.signature.type)"
        location = core.signature.location
        isOnMainActor = core.signature.isOnMainActor
        hooks = core.hooks.map(\.info)
    }
}

/// A snapshot of a hook of a pointcut, with the join points that it applies to.
public struct PointcutInfo: Sendable {
    /// The hook.
    public let hook: ObservationInfo

    /// The join points that it may apply to, by type and name.
    ///
    /// Empty if it applies to no join point that was reached so far, as when a name is misspelt.
    public let joinPoints: [String]

    /// The hooks of pointcuts in this process, first registered first.
    public static var all: [PointcutInfo] {
        let signatures = PointcutRegistry.shared.joinPoints.map(\.signature)
        return PointcutRegistry.shared.hooks.map { PointcutInfo($0, among: signatures) }
    }

    init(_ entry: HookEntry, among signatures: [JoinPointSignature]) {
        hook = entry.info
        let matching = signatures.filter { entry.terms.rule.answer($0, nil) != false && entry.canRun(at: $0) }
        joinPoints = matching.map(\.fullName)
    }
}

extension Pointcut {
    /// Returns, for each known join point, whether the pointcut matches it and why, sorted by name.
    ///
    /// A join point is known from its first call, its first hook, or its first listing. If the answer depends on the target of each
    /// call, as conformance to a protocol does, the explanation says so.
    public func explain() -> [PointcutExplanation] {
        let rule = generalRule
        let lines = PointcutRegistry.shared.signatures.map { signature in
            let answer = rule.answer(signature, nil)
            let exception = answer == false || signature.isOnMainActor ? "" : "; not for advice of the main actor"
            let reason = "\(word(for: answer)), as \(rule.reason(at: signature))\(exception)"
            return PointcutExplanation(
                isMatch: answer, description: "\(signature.fullName) (\(signature.location)): \(reason)")
        }
        return lines.sorted { $0.description < $1.description }
    }
}

/// The answer of a pointcut for one join point.
public struct PointcutExplanation: Sendable, CustomStringConvertible {
    /// A Boolean value that indicates whether the pointcut applies to every call, or to none; `nil` if that depends on the target.
    public let isMatch: Bool?

    /// A one-line summary: the join point with its source location, the result of each condition, and whether `@MainActor` advice
    /// applies.
    public let description: String
}
