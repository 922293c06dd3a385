/// An error that reports values lost by a full queue: dropped, replaced by a newer value, or merged with it.
///
/// The first value that a queue loses is reported, then the second, the fourth, the eighth and so on. Publications that a queue loses
/// are not counted: their reports have them. Nor are values that reports lead to, since these are never reported.
public struct QueueOverflow: Error, Hashable, CustomStringConvertible {
    /// The number of values that the queue has lost.
    public let count: Int

    /// A Boolean value that indicates whether changes of a state became one with a newer change, instead of being dropped.
    public let isMerge: Bool

    /// Creates a report; `nil` unless it is due.
    init?(reporting loss: Loss) {
        guard let count = loss.count, count & (count - 1) == 0 else { return nil }
        self.count = count
        isMerge = loss.isMerge
    }

    /// One line for developers.
    public var description: String {
        if !isMerge { return "the queue was full, and has lost \(count) by now" }
        return "the queue was full, and \(count) changes became one with a newer one by now; the last value arrives: "
            + "if that is enough, observe with the option .coalesces"
    }
}

/// A value that a queue had no room for.
struct Loss: Sendable {
    /// The number of lost values that the queue reports, this one included; `nil` if it is not reported.
    let count: Int?

    /// A Boolean value that indicates whether it became one with a newer value.
    var isMerge = false

    /// A loss that is not reported.
    static let unreported = Loss(count: nil)

    private init(count: Int?) {
        self.count = count
    }

    /// Counts a loss that is reported, unless the value stems from a report.
    init(of message: PendingMessage, counting count: inout Int) {
        if message.cause.isReport {
            self.init(count: nil)
        } else {
            count += 1
            self.init(count: count)
        }
    }

    /// A loss that a queue has counted.
    init(number count: Int, isMerge: Bool = false) {
        self.init(count: count)
        self.isMerge = isMerge
    }
}
