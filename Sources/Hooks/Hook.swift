public import Dispatchers

/// A registered hook, as a join point or a lifecycle lists it.
public struct Hook: Sendable, Hashable {
    /// When advice runs in relation to the call that it advises.
    public enum Kind: String, Sendable {
        /// Advice runs first.
        case before
        /// Advice runs last, with the outcome of the call.
        case after
        /// Advice runs in place of the call, and decides whether and how it proceeds.
        case around
    }

    /// When the advice runs.
    public let kind: Kind

    /// What is advised, for a developer: a type, a pointcut, or a moment of a type.
    public let subject: String

    /// Hooks of higher priority run further outside.
    public let priority: Int

    /// Where the hook was registered.
    public let location: SourceLocation
}

extension Hook: CustomStringConvertible {
    /// One line: kind, subject, priority unless it is zero, and location.
    public var description: String {
        "\(kind) \(subject)\(priority == 0 ? "" : ", priority \(priority)") (\(location))"
    }
}

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
