/// Random numbers that are the same in every run.
public struct Xorshift: RandomNumberGenerator {
    private var state: UInt64 = 88_172_645_463_325_252

    /// Makes one that begins as all others do.
    public init() {}

    /// The next number.
    public mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
