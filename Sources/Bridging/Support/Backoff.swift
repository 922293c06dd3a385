/// Intervals that grow, each twice the one before.
struct Backoff: Sendable {
    private let range: ClosedRange<Duration>
    private var interval: Duration

    init(_ range: ClosedRange<Duration>) {
        self.range = range
        interval = range.lowerBound
    }

    /// Returns the next interval.
    mutating func next() -> Duration {
        defer { interval = min(interval * 2, range.upperBound) }
        return interval
    }

    /// Returns the next interval, shortened by up to a half at random, so that processes do not come back all at once.
    mutating func nextWithJitter() -> Duration { next() * Double.random(in: 0.5...1) }

    /// Begins again with the shortest interval.
    mutating func reset() {
        interval = range.lowerBound
    }
}
