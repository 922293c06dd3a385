/// The reason why a post, set, call or request was refused: steps that lead to one another without end, or that wait for each other.
public struct DeliveryCycle: Error, Hashable, CustomStringConvertible {
    /// The kind of cycle.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// More steps led to it than the cycle limit of the center, which is the value, allows.
        case limit(Int)

        /// So many deliveries run inside one another that the stack of the thread has no room for more: one for each 16 KiB.
        case stack(Int)

        /// The state is set in the closure of its own update.
        case ownUpdate

        /// The update that makes it and another update wait for each other.
        case waitingUpdates
    }

    /// The kind of cycle.
    public let reason: Reason

    /// The chain, from the first step to the refused one.
    public let chain: [DeliveryStep]

    /// Creates an error with the chain from where the count began.
    init(_ cause: Cause, _ reason: Reason) {
        chain = cause.chain.suffix(cause.depth + 1)
        self.reason = reason
    }

    /// One sentence for developers, with the end of the chain.
    public var description: String {
        let step = chain.last.map { "\($0)" } ?? "a step"
        return switch reason {
        case .limit(let limit):
            "\(step) was refused: \(chain.count - 1) steps led to it, more than the center's cycle limit of \(limit)"
                + "\(end); end the chain, or create the center with a higher cycleLimit"
        case .stack(let count):
            "\(step) was refused: the stack of the thread has no room for more than \(count) deliveries inside one another"
                + "\(end); end the chain, post instead of calling, or make the stack of the thread larger"
        case .ownUpdate:
            "\(step) was refused: the closure of its own update\(updatePlace) is running; change the value that the closure gets instead"
        case .waitingUpdates:
            "\(step) was refused: the closure of an update makes it, and another update waits for that closure; "
                + "use the other state before or after the update"
        }
    }

    /// The source location of the update in whose closure the last step is made.
    private var updatePlace: String {
        let update = chain.dropLast().last { $0.kind == .set && $0.what == chain.last?.what }
        return update.map { " at \($0.location)" } ?? ""
    }

    /// The last steps of the chain, in parentheses.
    private var end: String {
        let steps = chain.suffix(5).map { "\($0.what) at \($0.location)" }
        return " (\(chain.count > 5 ? "… → " : "")\(steps.joined(separator: " → ")))"
    }
}
