public import Dispatchers

/// A call as the advice of a pointcut receives it.
public struct HookCall {
    /// The name of the method's join point.
    public var name: String { place.name }

    /// Where the join point is declared.
    public var location: SourceLocation { place.location }

    /// The arguments of the call.
    public let arguments: Any

    let place: HookPlace
}

@available(*, unavailable)
extension HookCall: Sendable {}

extension HookCall: CustomStringConvertible {
    /// The type, the method and the arguments.
    public var description: String { "\(place.type.name).\(name) \(arguments)" }
}

/// A join point as pointcuts see it: its name, where it is declared, and the type of its targets.
final class HookPlace: Sendable {
    let name: String
    let location: SourceLocation
    let type: HookedType

    /// Whether calls and their advice run on the main actor, known to the compiler.
    let isOnMainActor: Bool

    init(of type: HookedType, name: StaticString, isOnMainActor: Bool, at location: SourceLocation) {
        self.name = name.description
        self.location = location
        self.type = type
        self.isOnMainActor = isOnMainActor
    }

    /// Whether a method of this name here overrides the other one.
    func overrides(_ other: HookPlace) -> Bool { type.id != other.type.id && other.type.isSuper(type) }
}

extension HookPlace: CustomStringConvertible {
    /// The type, the method and the location.
    var description: String { "\(type.name).\(name) (\(location))" }
}
