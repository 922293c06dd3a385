/// The ways in which methods take their targets, each with a form of call and of advice of its own.
public enum HookStyle {
    /// By value or reference, synchronously.
    public protocol Synchronous {}
    /// By value or reference, synchronously; advice of an owner has the isolation in which it is written.
    public protocol Inheriting: Synchronous {}

    /// By value or reference, without isolation.
    public enum Plain: Inheriting {}
    /// As `inout`, synchronously: its advice has a form of its own.
    public enum Mutating {}
    /// As the actor that the call runs on.
    public enum OnActor: Synchronous {}
    /// By value or reference, on the main actor.
    public enum OnMainActor: Inheriting {}
    /// By value or reference, asynchronously.
    public enum Async {}
}
