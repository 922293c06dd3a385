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
