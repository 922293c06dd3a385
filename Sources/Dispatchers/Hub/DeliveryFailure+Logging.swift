import SignalboxCore

extension DeliveryFailure {
    /// Writes the failure to the log, unless others like it were written.
    ///
    /// The default for `onError`.
    @Sendable static func log(_ failure: DeliveryFailure) {
        let kind = "\(failure.what) \(type(of: failure.error))"
        // A queue reports the first value that it loses, the second, the fourth and so on.
        if failure.error is QueueOverflow {
            return DefaultLog.writeDue(kind, at: failure.postedAt, to: failure.observedAt, "\(failure)")
        }
        DefaultLog.write(kind, at: failure.postedAt, to: failure.observedAt) { "\(failure)" }
    }
}
