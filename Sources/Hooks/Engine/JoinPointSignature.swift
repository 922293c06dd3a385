import SignalboxCore

/// The facts about a join point that pointcuts ask for: its name, its source location, and the type of its targets.
struct JoinPointSignature: Sendable {
    let type: Any.Type
    let name: String
    let location: SourceLocation

    /// A Boolean value that indicates whether the method and its advice are declared to run on the main actor.
    var isOnMainActor = false

    /// Returns a Boolean value that indicates whether a type is that of the targets or a subclass of it.
    let covers: @Sendable (Any.Type) -> Bool

    /// The names of the type and the method, with a dot between them.
    var fullName: String { "\(type).\(name)" }
}
