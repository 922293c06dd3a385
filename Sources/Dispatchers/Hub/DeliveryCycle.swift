/// An error that reports a causal chain longer than the center's cycle limit.
///
/// The post, set or call was refused. This error also reports a chain for which the stack of the thread has no room (one nested
/// delivery for each 16 KiB), a set of a state inside an update of the same state, and updates that wait for each other.
public struct DeliveryCycle: Error, Hashable, CustomStringConvertible {
    /// The chain, from the first step to the refused one.
    public let chain: [DeliveryStep]

    /// A Boolean value that indicates whether a running update of the same state is the cause.
    private let isInUpdate: Bool

    /// Creates an error with the chain from where the count began.
    init(_ cause: Cause, isInUpdate: Bool = false) {
        chain = cause.chain.suffix(cause.depth + 1)
        self.isInUpdate = isInUpdate
    }

    /// One line for developers, with the end of the chain.
    public var description: String {
        if isInUpdate, let set = chain.last {
            return "the set of state “\(set.what)” at \(set.location) was refused: its own update closure is running"
        }
        let end = chain.suffix(5).map { "\($0.what) (\($0.location))" }.joined(separator: " → ")
        let start = chain.count > 5 ? "… → " : ""
        return "refused, because \(chain.count - 1) posts, sets and calls led to it: \(start)\(end)"
    }
}
