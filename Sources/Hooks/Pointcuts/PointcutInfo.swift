public import SignalboxCore

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
