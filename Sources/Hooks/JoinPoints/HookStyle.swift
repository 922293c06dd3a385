/// The calling styles of join points: how the call and its advice take the target.
public enum HookStyle {
    /// The styles of synchronous methods.
    public protocol Synchronous {}
    /// The styles of synchronous methods whose advice with an owner has the isolation in which it is written.
    public protocol Inheriting: Synchronous {}

    /// The style of synchronous methods and functions.
    public enum Plain: Inheriting {}
    /// The style of mutating methods, whose advice gets the target `inout`.
    public enum Mutating {}
    /// The style of synchronous methods of an actor.
    public enum OnActor: Synchronous {}
    /// The style of synchronous methods on the main actor.
    public enum OnMainActor: Inheriting {}
    /// The style of asynchronous methods.
    public enum Async {}
}
