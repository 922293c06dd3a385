import SignalboxCore

/// The actors and the source location of a call.
struct CallSite {
    /// The current actor.
    let actor: (any Actor)?

    /// The actor on which the call has to run, if there is one.
    var home: (any Actor)?
    let location: SourceLocation

    /// A Boolean value that indicates whether the call is not made on the actor on which it has to run.
    var isOnAnotherActor: Bool { home != nil && home !== actor }
}
