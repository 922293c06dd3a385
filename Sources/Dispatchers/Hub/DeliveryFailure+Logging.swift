import SignalboxCore

extension DeliveryFailure {
    /// Writes the failure to the log, unless others like it were written.
    ///
    /// The default for `onError`.
    @Sendable static func log(_ failure: DeliveryFailure) {
        let kind = "\(failure.what) \(type(of: failure.error))"
        DefaultLog.write(kind, at: failure.postedAt, to: failure.observedAt) { "\(failure)" }
    }
}
