/// The order of asynchronous receivers.
public enum CallOrder: Sendable {
    /// One after the other, in their order.
    case oneByOne

    /// All at the same time.
    case sideBySide
}
