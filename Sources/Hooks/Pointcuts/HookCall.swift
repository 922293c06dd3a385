public import SignalboxCore

/// A call as the advice of a pointcut receives it.
public struct HookCall: CustomStringConvertible {
    /// The name of the method's join point.
    public var name: String { place.name }

    /// Where the join point is declared.
    public var location: SourceLocation { place.location }

    /// The arguments of the call.
    public let arguments: Any

    /// The type, the method and the arguments.
    public var description: String { "\(place.fullName) \(arguments)" }

    let place: HookPlace
}

@available(*, unavailable)
extension HookCall: Sendable {}
