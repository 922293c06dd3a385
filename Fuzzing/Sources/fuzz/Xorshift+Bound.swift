extension Xorshift {
    /// Returns a number from 0 up to a bound.
    mutating func next(below bound: Int) -> Int {
        Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound))
    }
}
