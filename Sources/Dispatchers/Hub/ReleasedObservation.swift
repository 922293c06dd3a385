public import SignalboxCore

/// An error that reports an observation or a receiver that ended at once, because its registration was released where it was made.
///
/// `_ = center.observe(…)` does that. It is reported in builds for debugging, if nothing was delivered in the center meanwhile.
public struct ReleasedObservation: Error, Hashable, CustomStringConvertible {
    /// The name of the state, of the type of messages or requests, or of the protocol.
    public let what: String

    /// The source location of the observation.
    public let location: SourceLocation

    /// One line for developers.
    public var description: String {
        "\(ReleasedRegistration(location, of: "the observation of \(what)")), or name an owner with “by:”"
    }
}

extension ReleasedObservation: CompleteReport {}

extension Subscription {
    var activity: UInt64 { hub.tree.activity.value }

    func reportRelease() {
        guard isActive else { return }
        let error = ReleasedObservation(what: topic.name, location: location)
        let failure = DeliveryFailure(error, of: self, from: location)
        hub.reporting(Cause(of: topic, at: location, on: .current)) { [policy = hub.policy] in policy.onError(failure) }
    }
}
