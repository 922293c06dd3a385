/// An error that is thrown if a trace lacks events that a test expects.
public struct TraceExpectationError: Error, CustomStringConvertible {
    /// The expected steps, and the tree of the events that were recorded instead.
    public let description: String
}
