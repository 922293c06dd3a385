/// The way of a message over a bridge.
public enum BridgeDirection: Sendable, Hashable {
    /// Posts of this process are appended to the log, and those of other processes are posted here.
    case both
    /// Posts of other processes are posted here.
    case incoming
    /// Posts of this process are appended to the log.
    case outgoing
}
