import SignalboxCore

/// The source location of a set, and the chain that led to it.
struct SetContext: Sendable {
    let location: SourceLocation

    /// The current actor.
    let actor: ObjectIdentifier?

    /// The set as the cause of others, if it was made while the thread delivers.
    var knownCause: Cause?

    /// A Boolean value that indicates whether the value is that of the parent, whose set is recorded there.
    var isInherited = false

    /// The set as the cause of others.
    func cause(of topic: Topic) -> Cause { knownCause ?? Cause(of: topic, at: location, on: .current) }
}
