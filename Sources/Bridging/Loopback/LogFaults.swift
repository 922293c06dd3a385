/// The faults of a connection to a log, chosen by a seed.
public struct LogFaults: Sendable, Hashable {
    /// The fault of one call.
    public enum Fault: Sendable, Hashable {
        /// The call does nothing, and throws.
        case lost
        /// The call does its work, and throws: the answer is lost.
        case answerLost
        /// The call does its work twice. A page has its entries twice.
        case doubled
        /// The call is late: other tasks go first.
        case delayed
    }

    /// The seed.
    ///
    /// The faults of two connections with one seed are the same, call for call.
    public var seed: UInt64

    /// The share of calls with a fault, from 0 to 1.
    public var rate = 0.25

    /// The number of calls after which the connection is cut for good; `nil` if it never is.
    public var callsBeforeCut: Int?

    /// Creates faults.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - rate: The share of calls with a fault, from 0 to 1.
    ///   - callsBeforeCut: The number of calls after which the connection is cut for good; `nil` if it never is.
    public init(seed: UInt64, rate: Double = 0.25, callsBeforeCut: Int? = nil) {
        self.seed = seed
        self.rate = rate
        self.callsBeforeCut = callsBeforeCut
    }

    /// Returns the fault of a call.
    ///
    /// - Parameter call: The number of the call, from 0.
    /// - Returns: The fault, if it has one.
    public func fault(of call: Int) -> Fault? {
        if let callsBeforeCut, call >= callsBeforeCut { return .lost }
        let number = Self.mix(seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(call))
        guard Double(number >> 11) * 0x1p-53 < rate else { return nil }
        switch number & 3 {
        case 0: return .lost
        case 1: return .answerLost
        case 2: return .doubled
        default: return .delayed
        }
    }

    /// Returns a number that looks random (SplitMix64).
    private static func mix(_ seed: UInt64) -> UInt64 {
        var number = seed &+ 0x9e37_79b9_7f4a_7c15
        number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
        return number ^ (number >> 31)
    }
}
