/// The way in which a log has broken a law.
public struct LogLawViolation: Error, Hashable, CustomStringConvertible {
    /// The law that the log has broken.
    public let law: LogLaw

    /// The seed with which it was checked.
    public let seed: UInt64

    /// The promise that did not hold.
    public let explanation: String

    /// One line for developers.
    public var description: String { "\(law), seed \(seed): \(explanation)" }
}
