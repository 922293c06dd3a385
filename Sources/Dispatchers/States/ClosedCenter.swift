public import SignalboxCore
import Synchronization

/// An error that reports a set in a center that is closed, by code that has no result to read: a subscript, or an observed state.
///
/// Reported once for each center. `set(_:to:)` and `update` return `false` instead.
public struct ClosedCenter: Error, Hashable, CustomStringConvertible {
    /// The name of the state, or of the part of one.
    public let what: String

    /// The name of the center.
    public let center: String?

    /// The source location of the set, or of the observed state.
    public let location: SourceLocation

    /// One line for developers.
    public var description: String {
        let center = center.map { "the center “\($0)”" } ?? "its center"
        return
            "the set of \(what) at \(location) was refused, since \(center) is closed: end what sets it before, or use "
            + "“set(_:to:)”, which returns false"
    }
}

extension ClosedCenter: CompleteReport {}

extension ObserverCenter {
    /// Sets a state or a part for code that does not learn the result: a set that a closed center refuses is reported.
    func setOrReport<Value>(_ path: WritableStatePath<Value>, to value: Value, _ context: SetContext) {
        if path.set(value, in: self, context) || !hub.isClosed { return }
        if hasReportedSet.exchange(true, ordering: .relaxed) { return }
        let node = path.node(self)
        let error = ClosedCenter(what: node.name, center: hub.name, location: context.location)
        hub.reporting(context.cause(of: node)) { [policy = hub.policy] in
            policy.onError(DeliveryFailure(error, of: error.what, from: context.location))
        }
    }
}
