package import SignalboxCore

extension MessageCenter {
    /// The trace that records its operations.
    package var trace: Trace { hub.trace }
}
