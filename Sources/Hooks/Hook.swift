public import Dispatchers

/// What was hooked somewhere, as a join point or a lifecycle lists it.
public struct Hook: Sendable, Hashable {
    /// When advice runs in relation to what it advises.
    public struct Kind: Sendable, Hashable {
        /// Runs first, then what it advises.
        public static let before = Kind(name: "before")
        /// Runs last, whether what it advises returned or threw.
        public static let after = Kind(name: "after")
        /// Runs last when what it advises returned.
        public static let afterReturning = Kind(name: "afterReturning")
        /// Runs last when what it advises threw.
        public static let afterThrowing = Kind(name: "afterThrowing")
        /// Runs in place of what it advises, and decides whether and how that proceeds.
        public static let around = Kind(name: "around")

        fileprivate let name: String
    }

    /// When the advice runs.
    public let kind: Kind

    /// What is advised, in words for a developer: a type, one instance of it, or a moment of a type.
    public let subject: String

    /// The higher, the further outside.
    public let priority: Int

    /// Where the hook was registered.
    public let location: SourceLocation
}

extension Hook: CustomStringConvertible {
    /// One line: kind, subject, priority unless it is zero, and place.
    public var description: String {
        "\(kind) \(subject)\(priority == 0 ? "" : ", priority \(priority)") (\(location))"
    }
}

extension Hook.Kind: CustomStringConvertible {
    /// The name of the kind as it is written at a join point.
    public var description: String { name }
}

/// A call as the advice of a pointcut receives it.
public struct HookCall {
    /// The method, as its join point is named.
    public var name: String { place.name }

    /// Where the join point is declared.
    public var location: SourceLocation { place.location }

    /// What the method was called with.
    public let arguments: Any

    let place: HookPlace

    init(place: HookPlace, arguments: Any) {
        self.place = place
        self.arguments = arguments
    }
}

@available(*, unavailable)
extension HookCall: Sendable {}

extension HookCall: CustomStringConvertible {
    /// Whose method was called, and with what.
    public var description: String { "\(place.target).\(name) \(arguments)" }
}

/// A join point as pointcuts see it: its name, where it is declared, and whose method it is.
final class HookPlace: Sendable {
    let name: String
    let location: SourceLocation
    let target: String

    /// Whether calls and their advice run on the main actor, known to the compiler.
    let isOnMainActor: Bool

    let type: HookedType

    init<Target>(of type: Target.Type, name: StaticString, isOnMainActor: Bool, at location: SourceLocation) {
        self.name = name.description
        self.location = location
        self.type = HookedType(type)
        self.isOnMainActor = isOnMainActor
        target = "\(type)"
    }

    /// Whether a method of this name here overrides the one there.
    func overrides(_ other: HookPlace) -> Bool {
        name == other.name && type.type != other.type.type && other.type.acceptsType(type.type)
    }
}

extension HookPlace: CustomStringConvertible {
    /// Whose method, its name and its place.
    var description: String { "\(target).\(name) (\(location))" }
}
