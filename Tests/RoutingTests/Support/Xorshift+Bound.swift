extension Xorshift {
    /// Returns a number from 0 up to a bound.
    mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
