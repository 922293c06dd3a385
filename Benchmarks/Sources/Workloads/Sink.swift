/// What an observer does with a number: about a nanosecond of work on an object of its own.
public final class Sink: @unchecked Sendable {
    // One thread at a time takes numbers; no other code reads the sum.
    @exclusivity(unchecked) private var sum = 0

    /// Makes one that has taken nothing.
    public init() {}

    /// Adds a number.
    @inline(__always)
    public func take(_ number: Int) { sum &+= number }
}
