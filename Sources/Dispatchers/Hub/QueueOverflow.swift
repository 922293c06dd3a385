/// An error that reports values lost by a full queue: dropped, replaced by a newer value, or merged with it.
///
/// The first value that a queue loses is reported, then the second, the fourth, the eighth and so on.
public struct QueueOverflow: Error, Hashable, CustomStringConvertible {
    /// The number of values that the queue has lost.
    public let count: Int

    /// Creates a report; `nil` unless it is due.
    init?(reporting count: Int) {
        guard count & (count - 1) == 0 else { return nil }
        self.count = count
    }

    /// One line for developers.
    public var description: String { "the queue was full, and has lost \(count) by now" }
}
