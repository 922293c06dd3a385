/// The reason why a cursor cannot be used any more: its lease ran out, and another reader may have taken it.
public struct LogCursorLost: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// One line for developers.
    public var description: String { "another reader may have taken the cursor" }
}
