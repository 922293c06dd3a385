/// The reason why a post, a set or a call was refused: it is caused by itself.
///
/// More posts, sets and calls led to it, each made by a handler of the one before, than the center's cycle limit allows, or than the
/// stack of the thread has room for: one nested delivery for each 16 KiB. Or a state was set inside of an update of the same state,
/// or inside of one that waits for an update that waits for the current thread.
public struct DeliveryCycle: Error, Hashable, CustomStringConvertible {
    /// The chain, from the first step to the refused one.
    public let chain: [DeliveryStep]

    /// Creates an error with the chain from where the count began.
    init(_ cause: Cause) {
        chain = cause.chain.suffix(cause.depth + 1)
    }

    /// One line for developers, with the end of the chain.
    public var description: String {
        let end = chain.suffix(5).map { "\($0.what) (\($0.location))" }.joined(separator: " → ")
        let start = chain.count > 5 ? "… → " : ""
        return "refused, because \(chain.count - 1) posts, sets and calls led to it: \(start)\(end)"
    }
}
