public import SignalboxCore

/// A call as the advice of a pointcut receives it.
public struct HookCall: CustomStringConvertible {
    /// The name of the method's join point.
    public var name: String { signature.name }

    /// The source location of the declaration of the join point.
    public var location: SourceLocation { signature.location }

    /// The arguments of the call.
    public let arguments: Any

    /// The type, the method and the arguments.
    public var description: String { "\(signature.fullName) \(arguments)" }

    let signature: JoinPointSignature
}

@available(*, unavailable)
extension HookCall: Sendable {}
