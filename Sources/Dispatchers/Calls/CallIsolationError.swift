/// The reason why a receiver was not called: it belongs to an actor on which the call may not run.
public struct CallIsolationError: Error, Hashable, CustomStringConvertible {
    /// One line for developers.
    public var description: String {
        "the receiver runs on another actor than the call: dispatch off any actor, or collect with `running:`"
    }
}
