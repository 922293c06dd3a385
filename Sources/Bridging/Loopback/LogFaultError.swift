/// The error of a call that a `FaultyLog` let fail.
public struct LogFaultError: Error, Hashable, CustomStringConvertible {
    /// Creates the error.
    public init() {}

    /// One line for developers.
    public var description: String { "the connection to the log was lost" }
}
